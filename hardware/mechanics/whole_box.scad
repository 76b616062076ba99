// The reveal box with its mast, camera and light, as they stand together: to look at, not to print.
// All measures are in mm; the mat lies at z = 0, its middle at the origin.

include <measures.scad>
use <box_corner.scad>
use <camera_head.scad>
use <light_shade.scad>
use <light_stand.scad>
use <mast_clamp.scad>
use <mast_foot.scad>

printed = "SeaGreen";
bought = "Silver";
axis = camera_height + lens_front + head_axis;

module mirrored_at_corners(size) for (x = [0, 1], y = [0, 1])
  mirror([x, 0, 0]) mirror([0, y, 0]) translate([-size.x / 2, -size.y / 2, 0]) children();

color("DimGray") translate([0, 0, -1]) cube([mat_size.x, mat_size.y, 2], center = true);
rim = [mat_size.x + 24, mat_size.y + 24];
color(printed) mirrored_at_corners(rim) translate([0, 0, rim_height + 2]) mirror([0, 0, 1])
  render() box_corner();
color("BurlyWood") for (side = [-1, 1]) {
  translate([-rim.x / 2 + 3, side * (rim.y / 2 - 3) - (side + 1) / 2 * rim_board, 0])
    cube([rim.x - 6, rim_board, rim_height]);
  translate([side * (rim.x / 2 - 3) - (side + 1) / 2 * rim_board, -rim.y / 2 + 3, 0])
    cube([rim_board, rim.y - 6, rim_height]);
}

// the mast stands on the far long side
translate([0, mast_out, 0]) rotate(180) color(printed) mast_foot();
color(bought) translate([0, mast_out, foot_floor]) cylinder(d = mast_tube, h = upright, $fn = 48);
translate([0, mast_out, axis - clamp_sleeve / 2]) rotate(-90) color(printed) mast_clamp();
color(bought) translate([0, mast_out - clamp_reach, axis]) rotate([90, 0, 0])
  cylinder(d = mast_tube, h = arm, $fn = 48);
translate([0, 0, camera_height + lens_front]) rotate(-90) color(printed) camera_head();
color("DarkGreen") translate([-12.5, -4, camera_height + lens_front + 4]) cube([25, 24, 1]);
color("Black") translate([0, 0, camera_height]) cylinder(d = 8, h = 8, $fn = 32);

// the light
for (side = [-1, 1]) {
  for (x = [-1, 1]) translate([x * (mat_size.x / 2 - 20) - 6, side * light_out, 0])
    rotate([90, 0, 90]) color(printed) light_stand();
  color("LightYellow") translate([-mat_size.x / 2, side * light_out - strip_width / 2, light_up])
    cube([mat_size.x, strip_width, strip_height]);
  // three shades, their skirts on the side of the seats
  for (n = [-1 : 1]) color(printed) multmatrix([
    [0, 0, 1, n * (shade_length + 1) - shade_length / 2],
    [-side, 0, 0, side * (light_out + strip_width / 2)],
    [0, -1, 0, light_up + strip_height],
  ]) light_shade();
}
