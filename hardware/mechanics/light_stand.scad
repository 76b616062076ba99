// A stand for one end of a strip of light: a foot for a screw, and a cradle for an aluminium profile
// at the height that build.toml says. Two to a strip, four to a box. Print it lying on its side.
// All measures are in mm.

include <measures.scad>

thick = 12;
foot = 60;
cradle_wall = 3;

module side_view() {
  difference() {
    union() {
      translate([-foot / 2, 0]) square([foot, 6]);
      polygon([[-14, 5], [14, 5], [7, light_up - 1], [-7, light_up - 1]]);
      translate([-strip_width / 2 - cradle_wall, light_up - cradle_wall])
        square([strip_width + 2 * cradle_wall, strip_height + 2 * cradle_wall - 2]);
    }
    translate([-strip_width / 2, light_up]) square([strip_width, strip_height + 10]);
  }
}

module light_stand() difference() {
  linear_extrude(thick) side_view();
  for (x = [-foot / 2 + 8, foot / 2 - 8])
    translate([x, -1, thick / 2]) rotate([-90, 0, 0]) cylinder(d = 4.2, h = 8, $fn = 32);
}

light_stand();
