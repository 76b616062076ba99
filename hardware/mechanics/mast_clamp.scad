// Joins the mast's upright and its arm: a sleeve that slides on the upright, and a socket for the arm.
// Print it standing on the sleeve, without supports. All measures are in mm.

include <measures.scad>

wall = 5;
gap = 3;
bolt = 4.3;              // M4: one for the upright, one for the arm
socket = 35;             // how deep the arm stands in it
$fn = 64;

outer = mast_tube + 2 * wall;

// The upright's axis is z, the arm's is along x at z = clamp_sleeve / 2.
module mast_clamp() {
  middle = clamp_sleeve / 2;
  difference() {
    union() {
      cylinder(d = outer, h = clamp_sleeve);
      // ears of the sleeve, behind
      translate([-outer / 2 - 10, -wall - gap / 2, 0]) cube([outer / 2 + 10, 2 * wall + gap, clamp_sleeve]);
      // the arm's socket, on a foot so that it needs no supports
      translate([0, -outer / 2, 0]) cube([clamp_reach + socket, outer, middle]);
      translate([0, 0, middle]) rotate([0, 90, 0]) cylinder(d = outer, h = clamp_reach + socket);
      translate([clamp_reach + 3, -wall - gap / 2, middle]) cube([socket - 3, 2 * wall + gap, outer / 2 + 9]);
    }
    translate([0, 0, -1]) cylinder(d = mast_tube + 0.3, h = clamp_sleeve + 2);
    translate([-outer / 2 - 11, -gap / 2, -1]) cube([outer / 2 + 11, gap, clamp_sleeve + 2]);
    translate([-outer / 2 - 4.5, 20, middle]) rotate([90, 0, 0]) cylinder(d = bolt, h = 40);
    translate([clamp_reach, 0, middle]) rotate([0, 90, 0]) cylinder(d = mast_tube + 0.3, h = socket + 1);
    translate([clamp_reach, -gap / 2, middle]) cube([socket + 1, gap, outer]);
    translate([clamp_reach + socket / 2 + 2, 20, middle + outer / 2 + 3.5]) rotate([90, 0, 0])
      cylinder(d = bolt, h = 40);
  }
}

mast_clamp();
