// A corner of the reveal box: joins two boards of its rim, so that the mat lies flat between them.
// Four to a box. Print it as it lies. All measures are in mm.

include <measures.scad>

leg = 60;
wall = 3;
base = 3;

module box_corner() difference() {
  cube([leg, leg, base + rim_height]);
  // the boards stand in two slots that meet
  translate([wall, wall, base]) cube([leg, rim_board, rim_height + 1]);
  translate([wall, wall, base]) cube([rim_board, leg, rim_height + 1]);
  // the mat's corner
  translate([2 * wall + rim_board, 2 * wall + rim_board, -1]) cube([leg, leg, base + rim_height + 2]);
  for (at = [[leg - 12, wall + rim_board / 2], [wall + rim_board / 2, leg - 12]])
    translate([at.x, at.y, -1]) cylinder(d = 3.4, h = base + 2, $fn = 32);
}

box_corner();
