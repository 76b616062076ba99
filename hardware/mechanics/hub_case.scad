// A case for the seat hub's board or another of its size: a box that it is screwed into, and a lid with
// slots for air. The USB plug comes in at one end, the wires through notches under the lid. Its posts are
// beside the board's long sides, so that it fits a bed of 180 mm. Print both
// as they lie, without supports. All measures are in mm.

part = "box"; // "box" or "lid"

include <measures.scad>

wall = 2.4;
air = 1.5;               // around the board
sides = 11;              // room for the lid's posts, at both long sides
under = 6;               // from the floor to the board
over = 24;               // from the board to the lid: chips in sockets, terminals, wires
post = 8;
screw = 2.6;             // a self-cutting screw of 3 mm
usb = [15, 17];          // a plug with its grip, of a Pico in sockets or soldered down
notch = [17, 7];         // three pairs of wires each
$fn = 32;

inner = [hub_board.x + 2 * air, hub_board.y + 2 * sides, under + 1.6 + over];
lid_posts = [for (x = [-1, 1], y = [-1, 1]) [x * (inner.x - post) / 2, y * (inner.y - post) / 2]];

module hub_box() {
  difference() {
    translate([-inner.x / 2 - wall, -inner.y / 2 - wall, 0])
      cube([inner.x + 2 * wall, inner.y + 2 * wall, inner.z + wall]);
    difference() {
      translate([-inner.x / 2, -inner.y / 2, wall]) cube([inner.x, inner.y, inner.z + 1]);
      for (at = lid_posts) translate([at.x - post / 2, at.y - post / 2, 0]) cube([post, post, inner.z + wall]);
      for (x = [-1, 1], y = [-1, 1])
        translate([x * hub_holes.x / 2, y * hub_holes.y / 2, 0]) cylinder(d = post, h = wall + under);
    }
    for (at = lid_posts) translate([at.x, at.y, inner.z + wall - 14]) cylinder(d = screw, h = 15);
    for (x = [-1, 1], y = [-1, 1])
      translate([x * hub_holes.x / 2, y * hub_holes.y / 2, wall]) cylinder(d = screw, h = under + 1);
    translate([-inner.x / 2 - wall - 1, -hub_usb - usb.x / 2, wall + under + 1.6]) cube([wall + 2, usb.x, usb.y]);
    for (n = [-2 : 2], y = [-1, 1])
      translate([n * 28 - notch.x / 2, y * (inner.y + wall) / 2 - wall, inner.z + wall - notch.y])
        cube([notch.x, 2 * wall, notch.y + 1]);
  }
}

module hub_lid() {
  difference() {
    union() {
      translate([-inner.x / 2 - wall, -inner.y / 2 - wall, 0])
        cube([inner.x + 2 * wall, inner.y + 2 * wall, wall]);
      // a rim that keeps it in its place, between the posts
      difference() {
        translate([-inner.x / 2 + 0.4, -inner.y / 2 + post + 1, 0])
          cube([inner.x - 0.8, inner.y - 2 * post - 2, wall + 3]);
        translate([-inner.x / 2 + 2.4, -inner.y / 2 + post + 3, -1])
          cube([inner.x - 4.8, inner.y - 2 * post - 6, wall + 6]);
      }
    }
    for (at = lid_posts) translate([at.x, at.y, -1]) cylinder(d = 3.4, h = wall + 2);
    for (at = lid_posts) translate([at.x, at.y, -0.01]) cylinder(d1 = 6.5, d2 = 3.4, h = 1.8);
    for (n = [-4 : 4]) translate([n * 14 - 2, -25, -1]) cube([4, 50, wall + 2]);
  }
}

if (part == "box") hub_box(); else if (part == "lid") hub_lid();
