// The reveal box's mat and rim, to look at: the mat lies at z = 0, its middle at the origin. All measures
// are in mm.

include <measures.scad>
use <box_corner.scad>
use <mat.scad>

printed = "SeaGreen";
wood = "BurlyWood";
wall = 3;                // of a corner: between mat and board, and outside
rim_inside = [mat_size.x + 2 * wall, mat_size.y + 2 * wall];
rim_outside = [rim_inside.x + 2 * (rim_board + wall), rim_inside.y + 2 * (rim_board + wall)];

// the paper with its window, and the felt that is seen through it
module mat() {
  color("DimGray") translate([0, 0, -1]) cube([mat_size.x, mat_size.y, 1], center = true);
  color("White") translate([0, 0, -0.5]) linear_extrude(0.5) difference() {
    square(mat_size, center = true);
    square(mat_window, center = true);
  }
  color("Black") linear_extrude(0.3) mat_print();
}

// a board of the rim along x: half of its height is cut away at both ends
module rim_board(long, from_below) color(wood) difference() {
  translate([-long / 2, -rim_board / 2, 0]) cube([long, rim_board, rim_height]);
  for (side = [-1, 1])
    translate([side * (long / 2 - rim_board / 2) - rim_board / 2 - 0.5, -rim_board, from_below ? -1 : rim_height / 2])
      cube([rim_board + 1, 2 * rim_board, rim_height / 2 + 1]);
}

// `apart`: so far the short boards are lifted, and the corners twice
module rim(apart = 0) {
  for (side = [-1, 1]) {
    translate([0, side * (rim_inside.y + rim_board) / 2, apart]) rim_board(rim_inside.x + 2 * rim_board, true);
    translate([side * (rim_inside.x + rim_board) / 2, 0, 0]) rotate(90)
      rim_board(rim_inside.y + 2 * rim_board, false);
  }
  color(printed) for (x = [0, 1], y = [0, 1])
    mirror([x, 0, 0]) mirror([0, y, 0])
      translate([-rim_outside.x / 2, -rim_outside.y / 2, rim_height + 2 + 2 * apart])
        mirror([0, 0, 1]) render() box_corner();
}

// a card in the middle of a lane, counted from the left and from the upper row
module card(column, row) {
  lane = [mat_window.x / lanes.x, mat_window.y / lanes.y];
  translate([(column - (lanes.x - 1) / 2) * lane.x, ((lanes.y - 1) / 2 - row) * lane.y, 0.5]) {
    color("White") cube([63, 88, 0.6], center = true);
    color("Crimson") linear_extrude(0.6)
      for (spot = [[-25, 35], [25, -35], [0, 0], [0, 24], [0, -24]]) translate(spot) rotate(45) square(8, center = true);
  }
}

mat();
rim();
