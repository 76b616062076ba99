// The reveal box with its mast, camera and light, as they stand together: to look at, not to print.
// All measures are in mm; the mat lies at z = 0, its middle at the origin.

include <measures.scad>
use <camera_head.scad>
use <light_shade.scad>
use <light_stand.scad>
use <mast_clamp.scad>
use <mast_foot.scad>
use <reveal_box.scad>

printed = "SeaGreen";
bought = "Silver";
axis = camera_height + lens_front + head_axis;

// The mast stands on the far long side. `apart`: so far each part is from the next one.
module mast(apart = 0) {
  translate([0, mast_out, 0]) rotate(180) color(printed) mast_foot();
  translate([0, mast_out, foot_floor + apart]) color(bought) cylinder(d = mast_tube, h = upright, $fn = 48);
  translate([0, mast_out, axis - clamp_sleeve / 2 + 3 * apart]) rotate(-90) color(printed) mast_clamp();
  translate([0, mast_out - clamp_reach - apart, axis + 3 * apart]) rotate([90, 0, 0])
    color(bought) cylinder(d = mast_tube, h = arm, $fn = 48);
}

// The holder with a Camera Module on it, the lens above the mat's middle.
module camera(apart = 0) translate([0, 0, camera_height + lens_front]) {
  rotate(-90) color(printed) camera_head();
  color("DarkGreen") translate([-12.5, -4, 4 + apart]) cube([25, 24, 1]);
  color("Black") translate([0, 0, apart - 3]) cylinder(d = 8, h = 7, $fn = 32);
  color("White") translate([-8, 20, 4.5 + apart]) cube([16, 60, 0.4]); // the flat cable
  color(bought) for (x = [-1, 1], y = [0, camera_holes.y])
    translate([x * camera_holes.x / 2, y, 5 + 2 * apart]) {
      cylinder(d = 2, h = 8, $fn = 24);
      translate([0, 0, 8]) cylinder(d = 4, h = 1.5, $fn = 24);
    }
}

// One strip of light: two stands, the profile, three shades with their skirts on the side of the seats.
module strip_of_light(apart = 0) {
  for (x = [-1, 1]) translate([x * (mat_size.x / 2 - 20) - 6, 0, 0])
    rotate([90, 0, 90]) color(printed) render() light_stand();
  color("LightYellow") translate([-mat_size.x / 2, -strip_width / 2, light_up + apart])
    cube([mat_size.x, strip_width, strip_height]);
  for (n = [-1 : 1]) color(printed) multmatrix([
    [0, 0, 1, n * (shade_length + 1) - shade_length / 2],
    [-1, 0, 0, strip_width / 2],
    [0, -1, 0, light_up + strip_height + 2 * apart],
  ]) light_shade();
}

module whole_box() {
  mat();
  rim();
  mast();
  camera();
  for (side = [0, 1]) rotate(180 * side) translate([0, light_out, 0]) strip_of_light();
}

whole_box();
for (column = [0 : 2]) card(column, 0);
