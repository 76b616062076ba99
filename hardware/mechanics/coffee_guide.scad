// The pictures of docs/build/pictures of the coffee table: the finished one, and the steps that the kitchen
// table has not. Green is printed, brown is wood, silver and black are bought. All measures are in mm, and
// those of the furniture are its cut list's (docs/build/table.md).

step = "table"; // frame, panel, board, buzzer, under, places or table

include <measures.scad>
use <buzzer_housing.scad>
use <kitchen_guide.scad>
use <reveal_box.scad>
use <whole_box.scad>

top = [1400, 800, 18];
opening = [600, 350];
pane = [640, 390, 6];
panel = [620, 370];
floor_board = [676, 500, 9];
case_wall = [100, 18];    // height and thickness of the case's walls
long_apron = [1260, 20, 80];
short_apron = [20, 580, 80];
leg = [60, 60, 432];
panel_at = [-280, 0];
box_at = [400, 0];
cork = 2;

printed = "SeaGreen";
wood = "BurlyWood";
hard_wood = "Peru";
bought = "Silver";
button = [for (line = buttons) if (line[0] == 30) line][0];
seats = [[-450, -400], [0, -400], [450, -400], [-450, 400], [0, 400], [450, 400], [-700, -250], [700, 250]];
hues = ["Gold", "Tomato", "DeepSkyBlue", "LimeGreen", "Violet", "White", "DarkOrange", "HotPink"];
$fn = 48;

function buzzer_at(seat) =
  abs(seat.x) == top.x / 2 ? [seat.x - sign(seat.x) * 110, seat.y] : [seat.x, seat.y - sign(seat.y) * 110];

module slab(size, hue) color(hue) translate([-size.x / 2, -size.y / 2, 0]) cube(size);

// The top: the opening, the rebate of pane and cork around it, and the holes for wires. Its upper face is at z = 0.
module table_top() color(wood) difference() {
  translate([-top.x / 2, -top.y / 2, -top.z]) cube(top);
  translate([panel_at.x - opening.x / 2, panel_at.y - opening.y / 2, -top.z - 1]) cube([opening.x, opening.y, top.z + 2]);
  translate([panel_at.x - pane.x / 2 - 1, panel_at.y - pane.y / 2 - 1, -pane.z - cork]) cube([pane.x + 2, pane.y + 2, 20]);
  for (seat = seats) translate([buzzer_at(seat).x, buzzer_at(seat).y, -50]) cylinder(d = 8, h = 60);
  translate([box_at.x + mast_out + 30, -12.5, -50]) cube([4, 25, 60]);
}

module legs(apart = 0) for (x = [-1, 1], y = [-1, 1])
  translate([x * (long_apron.x / 2 + leg.x / 2), y * (short_apron.y / 2 + leg.y / 2), -top.z - leg.z - 2 * apart])
    slab(leg, hard_wood);

module aprons(apart = 0) translate([0, 0, -top.z - long_apron.z - apart]) {
  for (y = [-1, 1]) translate([0, y * (short_apron.y / 2 + leg.y / 2), 0]) slab(long_apron, wood);
  for (x = [-1, 1]) translate([x * (long_apron.x / 2 + leg.x / 2), 0, 0]) slab(short_apron, wood);
}

module frame(apart = 0) {
  table_top();
  aprons(apart);
  legs(apart);
}

// The case below the panel, open above; its floor and its walls have slots for air. z = 0 is its upper edge.
module panel_case(apart = 0) {
  long = [floor_board.x, case_wall[1], case_wall[0]];
  short = [case_wall[1], floor_board.y - 2 * case_wall[1], case_wall[0]];
  color(wood) {
    for (y = [-1, 1]) translate([0, y * (floor_board.y - case_wall[1]) / 2, -case_wall[0]]) difference() {
      slab(long, wood);
      for (x = [-210, 0, 210]) translate([x - 75, -20, case_wall[0] - 30]) cube([150, 40, 20]);
    }
    for (x = [-1, 1]) translate([x * (floor_board.x - case_wall[1]) / 2, 0, -case_wall[0]]) slab(short, wood);
    translate([0, 0, -case_wall[0] - floor_board.z - apart]) difference() {
      slab(floor_board, wood);
      for (x = [-210, 0, 210], y = [-150, 150]) translate([x - 75, y - 10, -1]) cube([150, 20, 20]);
    }
  }
}

// The panel lies with its picture up, on four spacers on the floor of its case.
module touch_panel(apart = 0) {
  color("Black") translate([-panel.x / 2, -panel.y / 2, -45]) cube([panel.x, panel.y, 45]);
  color("MidnightBlue") translate([-opening.x / 2 + 5, -opening.y / 2 + 5, 0]) cube([opening.x - 10, opening.y - 10, 1]);
  color("Gold") translate([0, -120, 1]) linear_extrude(1)
    for (n = [-2 : 2]) rotate(-14 * n) translate([0, 120]) square([60, 88], center = true);
  color(bought) for (x = [-50, 50], y = [-50, 50])
    translate([x, y, -case_wall[0] - apart / 2]) cylinder(d = 10, h = case_wall[0] - 45);
}

module glass(apart = 0) {
  color("Chocolate") translate([0, 0, -pane.z - cork + apart / 3]) difference() {
    slab([pane.x, pane.y, cork], "Chocolate");
    translate([0, 0, -1]) slab([pane.x - 20, pane.y - 20, cork + 2], "Chocolate");
  }
  color("LightCyan", 0.45) translate([-pane.x / 2, -pane.y / 2, -pane.z + apart]) cube(pane);
}

module box_with_light() {
  whole_box();
  for (column = [0 : 2]) card(column, 0);
}

module lit_buzzer(apart = 0, hue = "Gold") {
  height = button[2] + 15;
  translate([0, 0, height + 3]) mirror([0, 0, 1]) color(printed) render() cup(false);
  translate([0, 0, height + 3 + 1.6 * apart]) arcade_button(hue);
  translate([0, 0, -2 * apart]) color(printed) render() housing_lid();
}

module coffee_table() {
  frame();
  translate([panel_at.x, panel_at.y, -top.z]) {
    panel_case();
    touch_panel();
  }
  translate([panel_at.x, panel_at.y, 0]) glass();
  translate([box_at.x, box_at.y, 2]) rotate(-90) box_with_light();
  for (n = [0 : 7]) translate([buzzer_at(seats[n]).x, buzzer_at(seats[n]).y, 0]) lit_buzzer(0, hues[n]);
}

module panel_step() {
  translate([0, 0, 330]) translate([-panel_at.x, -panel_at.y, 0]) intersection() {
    table_top();
    translate([panel_at.x - 420, panel_at.y - 290, -50]) cube([840, 580, 100]);
  }
  translate([0, 0, 330]) glass(150);
  translate([0, 0, 160]) touch_panel(120);
  panel_case(90);
}

// The driver's chip in its socket, the fuse and the terminals of eight seats, as in "Lamps".
module board_step() {
  color("Tan") difference() {
    cube([160, 100, 1.6]);
    for (x = [5 : 5.08 : 156], y = [5 : 5.08 : 96]) translate([x, y, -1]) cylinder(d = 1, h = 4, $fn = 6);
  }
  for (n = [0 : 7]) translate([4 + 19 * n, 2, 1.6]) {
    color("Green") cube([8.5, 8, 10]);
    color("Green") translate([9, 0, 0]) cube([8.5, 8, 10]);
    for (x = [3, 7]) translate([x, 13, 1.4]) rotate([-90, 0, 0]) color("Khaki") cylinder(d = 2.4, h = 7);
    color("Chocolate") translate([11, 14, 0]) cube([5, 2, 5]);
    color("DimGray") translate([3, 9.5, 0]) cube([3, 1.6, 1.2]);
    for (side = [[2, "RoyalBlue"], [6, "Black"], [11, "Red"], [15, "Orange"]])
      wire([[side[0], 0, 3], [side[0], -30, 1]], side[1]);
  }
  color("Black") translate([96, 60, 1.6]) cube([51, 5, 9]);  // the ribbon's pins
  translate([30, 45, 1.6]) {
    color("DimGray") cube([24, 10, 4]);                       // socket
    color("Black") translate([0.5, 1.5, 16]) cube([23, 7, 4]); // chip, above it
    color("White") translate([0.5, 5, 18]) cylinder(d = 2.5, h = 2.2); // its notch
  }
  translate([8, 72, 1.6]) {
    color("DimGray") cube([26, 9, 5]);
    color("White", 0.8) translate([3, 4.5, 8]) rotate([0, 90, 0]) cylinder(d = 5, h = 20); // fuse
  }
  translate([8, 88, 1.6]) color("Green") cube([10, 9, 10]); // terminal of the lamps' supply
  wire([[10, 97, 6], [10, 125, 3]], "Red", 2.4);
  wire([[16, 97, 6], [16, 125, 3]], "Black", 2.4);
}

module buzzer_step() {
  rotate(-110) lit_buzzer(30);
  translate([150, 0, button[3] / 2]) rotate([-90, 0, 0]) rotate(90) {
    height = button[2] + 15;
    translate([0, 0, height + 3]) mirror([0, 0, 1]) color(printed) render() cup(false);
    translate([0, 0, height + 3]) arcade_button();
    wire([[-5, 0, 20], [-8, -20, 2], [-6, -34, 3], [-6, -85, 3]], "RoyalBlue");
    wire([[5, 0, 20], [0, -20, 2], [-2, -34, 3], [-2, -85, 3]], "Black");
    wire([[0, 6, 16], [14, -10, 2], [2, -34, 3], [2, -85, 3]], "Red");
    wire([[0, -6, 16], [18, -12, 2], [6, -34, 3], [6, -85, 3]], "Orange");
  }
}

// The table from below: case, Pi, board, supplies on their strip, and the pairs along the aprons.
module under_step() rotate([205, 0, 0]) {
  frame();
  translate([panel_at.x, panel_at.y, -top.z]) panel_case();
  translate([230, -60, -top.z - 30]) rotate([180, 0, 0]) pi();
  translate([130, 60, -top.z - 30]) color("Tan") cube([160, 100, 3]);
  translate([380, -220, -top.z - 45]) color("White") cube([60, 360, 45]);
  for (n = [0 : 2]) translate([385, -200 + 110 * n, -top.z - 105]) color("Black") cube([50, 80, 60]);
  for (n = [0 : 5]) {
    place = buzzer_at(seats[n]);
    edge = sign(place.y) * (short_apron.y / 2 - 8);
    wire([[210, 110, -top.z - 34], [210, edge, -top.z - 20], [place.x, edge, -top.z - 20], [place.x, place.y, -top.z]],
      hues[n], 7);
  }
  wire([[410, -220, -top.z - 20], [560, -270, -top.z - 20], [600, -300, -top.z - 20], [600, -310, -top.z - leg.z]],
    "Black", 12);
}

// The top from above, with the places of all that is screwed on it.
module places_step() {
  table_top();
  translate([panel_at.x, panel_at.y, 0]) glass();
  translate([panel_at.x, panel_at.y, -top.z]) touch_panel();
  translate([box_at.x, box_at.y, 2]) rotate(-90) {
    mat();
    rim();
    mast();
    for (side = [0, 1]) rotate(180 * side) translate([0, light_out, 0]) strip_of_light();
  }
  for (n = [0 : 7]) translate([buzzer_at(seats[n]).x, buzzer_at(seats[n]).y, 0]) color("White") cylinder(d = 30, h = 1);
}

if (step == "frame") rotate(20) frame(160);
if (step == "panel") panel_step();
if (step == "board") board_step();
if (step == "buzzer") buzzer_step();
if (step == "under") rotate(25) under_step();
if (step == "places") rotate(20) places_step();
if (step == "table") rotate(25) coffee_table();
