// The head of the camera mast: a plate for a Camera Module 1, 2 or 3 that looks straight down, and a
// clamp for the mast's tube. Print it as it lies, without supports. All measures are in mm.

include <measures.scad>

plate = [46, 44, 4];
clamp_height = 24;
clamp_wall = 5;
gap = 3;
arm = camera_arm;        // from the tube's middle to the lens
screw = 2.2;             // M2, with a nut
bolt = 4.3;              // M4 for the clamp
$fn = 64;

clamp_outer = mast_tube + 2 * clamp_wall;

difference() {
  union() {
    translate([arm - plate.x / 2, -plate.y / 2, 0]) cube(plate);
    translate([0, -9, 0]) cube([arm - plate.x / 2 + 6, 18, 8]);
    cylinder(d = clamp_outer, h = clamp_height);
    translate([-clamp_outer / 2 - 10, -clamp_wall - gap / 2, 0])
      cube([clamp_outer / 2 + 10, 2 * clamp_wall + gap, clamp_height]);
  }
  translate([0, 0, -1]) cylinder(d = mast_tube + 0.3, h = clamp_height + 2);
  translate([-clamp_outer / 2 - 11, -gap / 2, -1]) cube([clamp_outer / 2 + 11, gap, clamp_height + 2]);
  translate([-clamp_outer / 2 - 4.5, 20, clamp_height / 2]) rotate([90, 0, 0]) cylinder(d = bolt, h = 40);
  // four holes, and an opening for the lens that is long enough wherever it sits between them
  hull() for (x = [-4, 1])
    translate([arm + x, 0, -1]) cylinder(d = camera_lens_hole, h = plate.z + 2);
  for (x = [-camera_holes.y, 0], y = [-1, 1])
    translate([arm + x, y * camera_holes.x / 2, -1]) cylinder(d = screw, h = plate.z + 2);
}
