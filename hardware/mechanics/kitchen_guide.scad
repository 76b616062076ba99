// The pictures of docs/build/pictures: the kitchen table's steps, and the finished table. Green is
// printed, brown is wood, silver and black are bought. All measures are in mm.

step = "table"; // board, buzzer, lamp, light, rim, mast, camera, box or table

include <measures.scad>
use <buzzer_housing.scad>
use <reveal_box.scad>
use <whole_box.scad>

printed = "SeaGreen";
wood = "BurlyWood";
bought = "Silver";
button = [for (line = buttons) if (line[0] == 30) line][0];
cup_height = button[2] + 15;
$fn = 48;

// A wire along places, one for each bend.
module wire(places, hue, thick = 1.6) color(hue)
  for (n = [1 : len(places) - 1]) hull() {
    translate(places[n - 1]) sphere(d = thick, $fn = 10);
    translate(places[n]) sphere(d = thick, $fn = 10);
  }

// The contact's pair and the lamp's pair, from one place to another.
module wires(from, to, step = 3) {
  hues = ["RoyalBlue", "Black", "Red", "Orange"];
  for (n = [0 : 3]) wire([from + [n * step, 0, 0], to + [n * step, 0, 0]], hues[n]);
}

module arcade_button(hue = "Gold") {
  color(hue) {
    cylinder(d = button[1] + 5, h = 3);
    cylinder(d = button[1] - 6, h = 8);
  }
  color("DimGray") translate([0, 0, -button[2] + 14]) cylinder(d = button[1] - 1, h = button[2] - 14);
  color(bought) for (x = [-5, 5]) translate([x - 0.5, -3, -button[2] + 4]) cube([1, 6, 10]);
}

module led() {
  color("Red") {
    cylinder(d = 5, h = 5);
    translate([0, 0, 5]) sphere(d = 5);
  }
  color("Black") cylinder(d = led_hole + 2, h = 1.5); // its holder
  color(bought) {
    translate([-1.6, -0.3, -24]) cube([0.6, 0.6, 24]);
    translate([1, -0.3, -20]) cube([0.6, 0.6, 20]);
  }
}

// A buzzer as it stands, upside down to how it is printed; `apart`: so far its parts are from each other.
module buzzer(apart = 0, hue = "Gold") {
  translate([0, 0, cup_height + 3]) mirror([0, 0, 1]) color(printed) render() cup(true);
  translate([0, 0, cup_height + 3 + 1.6 * apart]) arcade_button(hue);
  translate([0, (button[1] + button[3]) / 4, cup_height + 2 + 1.6 * apart]) led();
  translate([0, 0, -2 * apart]) color(printed) render() housing_lid();
  if (apart > 0) color(bought) for (angle = [45, 165, 285])
    rotate(angle) translate([button[3] / 2 - 6.5, 0, -3 * apart]) {
      cylinder(d = 3, h = 14);
      cylinder(d1 = 6, d2 = 3, h = 2);
    }
}

// A Pi: its board, its 40 pins, its sockets.
module pi() {
  color("ForestGreen") cube([85, 56, 1.5]);
  color("Black") translate([7, 50, 1.5]) cube([51, 5, 8.5]);
  color(bought) {
    translate([66, 2, 1.5]) cube([21, 16, 13.5]);
    for (y = [22, 40]) translate([69, y, 1.5]) cube([17.5, 14, 15.5]);
    for (x = [22, 36]) translate([x, -1, 1.5]) cube([7, 7, 3]);
    translate([7, -1, 1.5]) cube([9, 7, 3.2]);
    translate([24, 22, 1.5]) cube([16, 16, 6]); // the cooler on the processor
  }
  color("RoyalBlue") translate([-2, 22, -1.5]) cube([14, 11, 1]); // the card
}

// The parts of one seat on perforated board, as in "A button" and "A lamp on its pin".
module seat_parts() {
  color("Green") translate([0, 0, 1.6]) cube([10, 8, 10]); // terminal of the button
  color("Green") translate([11, 0, 1.6]) cube([10, 8, 10]); // terminal of the lamp
  for (part = [[3, "Khaki"], [8, "Khaki"], [15, "SkyBlue"]])
    translate([part[0], 13, 3]) rotate([-90, 0, 0]) color(part[1]) cylinder(d = 2.4, h = 7);
  color("Chocolate") translate([4, 25, 1.6]) cube([5, 2, 5]); // capacitor
  color("DimGray") translate([3, 9.5, 1.6]) cube([3, 1.6, 1.2]); // diode
}

module board() {
  color("Tan") difference() {
    cube([160, 100, 1.6]);
    for (x = [5 : 5.08 : 156], y = [5 : 5.08 : 96]) translate([x, y, -1]) cylinder(d = 1, h = 4, $fn = 6);
  }
  for (n = [0 : 5]) translate([10 + 24 * n, 2, 0]) seat_parts();
  color("Black") translate([50, 60, 1.6]) cube([51, 5, 9]);
}

// From the board's socket to the Pi's pins; the red edge is at pin 1, on the side of the card.
module ribbon() {
  bends = [[61, 10], [75, 28], [125, 28], [139, 11]];
  for (n = [0 : 2], part = [[50, 48.4, "LightGray"], [98.5, 2.5, "Crimson"]])
    color(part[2]) hull() for (bend = [bends[n], bends[n + 1]])
      translate([part[0], bend[0], bend[1]]) cube([part[1], 3, 1]);
}

module board_step() {
  board();
  ribbon();
  translate([108, 194, 0]) rotate(180) pi();
  for (n = [0 : 5]) {
    wires([12 + 24 * n, -2, 4], [12 + 24 * n, -40, 2], 5);
  }
}

module lamp_step() {
  rotate(-110) buzzer();
  // the same from below, without its lid
  translate([120, 0, button[3] / 2]) rotate([-90, 0, 0]) rotate(90) {
    translate([0, 0, cup_height + 3]) mirror([0, 0, 1]) color(printed) render() cup(true);
    translate([0, 0, cup_height + 3]) arcade_button();
    translate([0, (button[1] + button[3]) / 4, cup_height + 2]) led();
    wire([[-5, 0, 20], [-8, -20, 2], [-6, -34, 3], [-6, -85, 3]], "RoyalBlue");
    wire([[5, 0, 20], [0, -20, 2], [-2, -34, 3], [-2, -85, 3]], "Black");
    wire([[1.2, 27, 42], [16, 20, 2], [14, -10, 2], [2, -34, 3], [2, -85, 3]], "Red");
    wire([[-1.4, 27, 40], [20, 12, 2], [18, -12, 2], [6, -34, 3], [6, -85, 3]], "Orange");
  }
}

module mast_step() {
  translate([0, -mast_out, 0]) mast(40);
  color(bought) translate([0, -80, 0]) {
    for (x = [-1, 1], y = [-1, 1]) translate([55 * x, 80 + 30 * y, 30]) {
      cylinder(d = 4, h = 25);
      translate([0, 0, 25]) cylinder(d1 = 4, d2 = 8, h = 3);
    }
  }
}

module kitchen_table() {
  top = 25;
  color(wood) {
    translate([-800, -450, -top]) cube([1600, 900, top]);
    for (x = [-760, 700], y = [-420, 360]) translate([x, y, -750]) cube([60, 60, 725]);
  }
  color("Peru") translate([-300, -300, 0]) cube([600, 600, 12]);
  // the mast is between the box and the television
  translate([0, 0, 14]) rotate(-90) {
    whole_box();
    for (column = [0 : 2]) card(column, 0);
  }
  hues = ["Gold", "Tomato", "DeepSkyBlue", "LimeGreen", "Violet", "White"];
  for (n = [0 : 5]) translate([(n % 3 - 1) * 600, n < 3 ? -340 : 340, 0])
    rotate(n < 3 ? 180 : 0) buzzer(0, hues[n]);
  // the television on its board, as far away as in the plan
  translate([1800, 0, 0]) {
    color("Black") translate([0, -500, 70]) cube([40, 1000, 570]);
    color("MidnightBlue") translate([-2, -485, 85]) cube([3, 970, 540]);
    color("Gold") translate([-3, 0, 355]) rotate([90, 0, -90]) linear_extrude(2)
      for (n = [-2 : 2]) rotate(-14 * n) translate([0, 80]) square([90, 130], center = true);
    color("DimGray") translate([-60, -200, -200]) cube([160, 400, 270]);
    color("Sienna") translate([-150, -600, -750]) cube([400, 1200, 550]);
  }
}

if (step == "board") board_step();
if (step == "buzzer") rotate(-110) buzzer(30);
if (step == "lamp") lamp_step();
if (step == "light") strip_of_light(40);
if (step == "rim") { translate([0, 0, -20]) mat(); rim(30); }
if (step == "mast") mast_step();
if (step == "camera") camera(20);
if (step == "box") { whole_box(); for (column = [0 : 3]) card(column, 0); }
if (step == "table") rotate(75) kitchen_table();
