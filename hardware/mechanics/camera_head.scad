// The camera's holder: a plate for a Camera Module 1, 2 or 3 that looks straight down, and a clamp for
// the end of the mast's arm. Print it as it lies, without supports. All measures are in mm.

include <measures.scad>

plate = [46, 44, 4];
wall = 5;
gap = 3;
screw = 2.2;             // M2, with a nut
bolt = 4.3;              // M4 for the clamp
$fn = 64;

outer = mast_tube + 2 * wall;

// The arm's axis is along x, at z = head_axis; the lens is at x = 0, y = 0.
module camera_head() {
  difference() {
    union() {
      translate([-plate.x / 2, -plate.y / 2, 0]) cube(plate);
      translate([-head_reach - head_clamp, -outer / 2, 0]) cube([head_clamp, outer, head_axis]);
      translate([-head_reach - head_clamp, 0, head_axis]) rotate([0, 90, 0])
        cylinder(d = outer, h = head_clamp);
      translate([-head_reach - head_clamp, -wall - gap / 2, head_axis])
        cube([head_clamp, 2 * wall + gap, outer / 2 + 9]);
      // from the clamp to the plate
      translate([-head_reach - 1, -outer / 2, 0]) cube([head_reach + 1 - plate.x / 2 + 1, outer, 8]);
    }
    translate([-head_reach - head_clamp - 1, 0, head_axis]) rotate([0, 90, 0])
      cylinder(d = mast_tube + 0.3, h = head_clamp + 2);
    translate([-head_reach - head_clamp - 1, -gap / 2, head_axis]) cube([head_clamp + 2, gap, outer]);
    translate([-head_reach - head_clamp / 2, 20, head_axis + outer / 2 + 3.5]) rotate([90, 0, 0])
      cylinder(d = bolt, h = 40);
    // four holes, and an opening for the lens that is long enough wherever it sits between them
    hull() for (x = [-4, 1])
      translate([x, 0, -1]) cylinder(d = camera_lens_hole, h = plate.z + 2);
    for (x = [-camera_holes.y, 0], y = [-1, 1])
      translate([x, y * camera_holes.x / 2, -1]) cylinder(d = screw, h = plate.z + 2);
  }
}

camera_head();
