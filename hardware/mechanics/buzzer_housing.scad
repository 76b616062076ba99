// A housing for one arcade button: a round cup that stands on its rim, and a lid that closes it from
// below. Print both as they lie, without supports. All measures are in mm.

part = "cup"; // "cup" or "lid"
size = 30;    // 24, 30, 60 or 100: what the button is sold as
led = false;  // a hole beside the button, for a bare LED

include <measures.scad>

button = [for (line = buttons) if (line[0] == size) line][0];
hole = button[1];
outer = button[3];       // diameter at the table
inner_height = button[2] + 12; // room for the switch, its tabs and a knot in the wires
wall = 3;
screw = 2.8;             // hole for a self-cutting screw of 3 mm
post = 9;                // diameter of a screw's post
posts = [45, 165, 285];  // degrees
$fn = 96;

module at_posts() {
  for (angle = posts)
    rotate(angle) translate([outer / 2 - wall - post / 2 + 1, 0, 0]) children();
}

// upside down, so that the face with the button lies on the printer's bed
module cup(led) {
  difference() {
    union() {
      difference() {
        cylinder(d = outer, h = inner_height + wall);
        translate([0, 0, wall]) cylinder(d = outer - 2 * wall, h = inner_height + 1);
      }
      intersection() {
        cylinder(d = outer, h = inner_height + wall);
        at_posts() cylinder(d = post, h = inner_height + wall);
      }
    }
    translate([0, 0, -1]) cylinder(d = hole, h = wall + 2);
    // across from the wires
    if (led) translate([0, (hole + outer) / 4, -1]) cylinder(d = led_hole, h = wall + 2);
    translate([0, 0, inner_height - 15 + wall]) at_posts() cylinder(d = screw, h = 16);
    // the wires leave at the rim, under the table's edge of the cup
    translate([-wire_hole / 2, -outer, inner_height + wall - wire_hole])
      cube([wire_hole, outer / 2 + wall + 5, wire_hole + 1]);
  }
}

module housing_lid() {
  difference() {
    cylinder(d = outer, h = wall);
    translate([0, 0, -1]) at_posts() cylinder(d = 3.4, h = wall + 2);
    translate([0, 0, -0.01]) at_posts() cylinder(d1 = 6.5, d2 = 3.4, h = 1.8); // sunk heads
  }
}

if (part == "cup") cup(led); else housing_lid();
