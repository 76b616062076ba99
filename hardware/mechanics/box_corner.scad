// A corner of the reveal box: a cap over two boards of its rim, which stand on the table, so that no
// card slides under. Four to a box. Print it as it lies, with its top on the bed; two small wood screws
// go through the top into the boards. All measures are in mm.

include <measures.scad>

leg = 60;
wall = 3;
top = 2;

module box_corner() difference() {
  cube([leg, leg, top + rim_height]);
  // the boards stand in two slots that meet
  translate([wall, wall, top]) cube([leg, rim_board, rim_height + 1]);
  translate([wall, wall, top]) cube([rim_board, leg, rim_height + 1]);
  // the mat's corner
  translate([2 * wall + rim_board, 2 * wall + rim_board, -1]) cube([leg, leg, top + rim_height + 2]);
  for (at = [[leg - 12, wall + rim_board / 2], [wall + rim_board / 2, leg - 12]])
    translate([at.x, at.y, -1]) cylinder(d = 3, h = top + 2, $fn = 32);
}

box_corner();
