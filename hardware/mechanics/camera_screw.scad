// The holder of a camera with a thread of 1/4 inch (HQ Camera, webcams): a clamp for the end of the
// mast's arm, and an upright plate. The screw goes through its slot, and the camera looks down beside it.
// A webcam without a thread is held by two cable ties. Print it as it lies, with its plate on the bed,
// without supports. All measures are in mm.

include <measures.scad>

plate = [56, 100, 5];
wall = 5;
gap = 3;
bolt = 4.3;              // M4 for the clamp
screw = 6.6;             // 1/4 inch, 20 threads an inch, 12 mm long
tie = [2.5, 6];          // a cable tie
$fn = 64;

outer = mast_tube + 2 * wall;
above = 22;              // from the upper edge of the plate to the arm's axis

// The arm's axis is z; what is down on the mast is -y.
module camera_screw() {
  difference() {
    union() {
      translate([-plate.x / 2, above - plate.y, 0]) cube(plate);
      cylinder(d = outer, h = plate.z + head_clamp);
      translate([-wall - gap / 2, 0, 0]) cube([2 * wall + gap, outer / 2 + 9, plate.z + head_clamp]);
      // from the clamp to the plate
      for (x = [-1, 1]) translate([x * (outer / 2 - 2.5) - 2.5, 0, 0]) rotate([90, 0, 90])
        linear_extrude(5) polygon([[0, plate.z - 1], [-50, plate.z - 1], [0, plate.z + head_clamp]]);
    }
    translate([0, 0, plate.z]) cylinder(d = mast_tube + 0.3, h = head_clamp + 1);
    translate([-gap / 2, 0, plate.z]) cube([gap, outer, head_clamp + 1]);
    translate([-20, outer / 2 + 3.5, plate.z + head_clamp / 2]) rotate([0, 90, 0]) cylinder(d = bolt, h = 40);
    hull() for (y = [-30, -64]) translate([0, y, -1]) cylinder(d = screw, h = plate.z + 2);
    for (x = [-1, 1], y = [-30, -64])
      translate([x * 22 - tie.x / 2, y - tie.y / 2, -1]) cube([tie.x, tie.y, plate.z + 2]);
  }
}

camera_screw();
