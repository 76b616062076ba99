// A shade of a strip of light: it clips over the back of the profile, whose cover is below, and its skirt
// hangs down on the side of the seats. Three to a strip. Print it as it lies, standing on its end. All
// measures are in mm.

include <measures.scad>

wall = 1.6;
lip = 1.2;               // what holds the profile, at both edges of its cover

module light_shade() difference() {
  union() {
    translate([-wall, -wall, 0]) cube([strip_width + 2 * wall, strip_height + 2 * wall, shade_length]);
    translate([-wall, 0, 0]) cube([wall, strip_height + shade_skirt, shade_length]);
  }
  translate([0, 0, -1]) cube([strip_width, strip_height, shade_length + 2]);
  translate([lip, strip_height - 1, -1]) cube([strip_width - 2 * lip, wall + 2, shade_length + 2]);
}

light_shade();
