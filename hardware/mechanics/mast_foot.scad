// The foot of the camera mast: four screws hold it on the board that the reveal box stands on, and a
// bolt holds the upright. Print it as it lies, without supports. All measures are in mm.

include <measures.scad>

plate = [130, 2 * foot_half, 6];
wall = 5;
gap = 3;
socket = 60;             // how high the upright is held
bolt = 4.3;              // M4
screw = 4.5;             // wood screws of 4 mm
rib = 5;
$fn = 64;

outer = mast_tube + 2 * wall;

// The upright's axis is z; the box is towards +y.
module mast_foot() {
  difference() {
    union() {
      translate([-plate.x / 2, -plate.y / 2, 0]) cube(plate);
      cylinder(d = outer, h = plate.z + socket);
      // ribs: two along the plate, one towards the box
      for (angle = [0, 180]) rotate(angle) rib(plate.x / 2 - 14);
      rotate(90) rib(plate.y / 2 - 4);
      // ears of the clamp, on a gusset that rises from the plate
      translate([-wall - gap / 2, 0, plate.z - 1]) rotate([90, 0, 90]) linear_extrude(2 * wall + gap)
        polygon([[0, 0], [-plate.y / 2 + 4, 0], [-outer / 2 - 10, socket / 2], [-outer / 2 - 10, socket + 1], [0, socket + 1]]);
    }
    translate([0, 0, foot_floor]) cylinder(d = mast_tube + 0.3, h = plate.z + socket);
    translate([-gap / 2, -outer / 2 - 11, plate.z + socket / 2 - 6]) cube([gap, outer / 2 + 11, socket]);
    translate([-20, -outer / 2 - 4.5, plate.z + 0.8 * socket]) rotate([0, 90, 0]) cylinder(d = bolt, h = 40);
    for (x = [-1, 1], y = [-1, 1])
      translate([x * (plate.x / 2 - 10), y * (plate.y / 2 - 10), -1]) cylinder(d = screw, h = plate.z + 2);
  }
}

module rib(long) {
  rotate([90, 0, 0]) translate([0, plate.z - 1, -rib / 2]) linear_extrude(rib)
    polygon([[0, 0], [long, 0], [outer / 2, 0.6 * socket], [0, 0.6 * socket]]);
}

mast_foot();
