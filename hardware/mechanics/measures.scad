// Made by `make hardware`, from hardware/build.toml. Change it to fit your parts; mm.
button_hole = 28;       // an arcade button of 30 mm screws into it
button_depth = 34;      // what of the button and its switch is below
wire_hole = 7;          // a pair for the contact, and one for the lamp
mast_tube = 16;         // diameter of the mast's tube
camera_arm = 60;        // from the tube to the lens
camera_holes = [21, 12.5]; // of a Camera Module: across, and along (its drawings)
camera_lens_hole = 16;
light_up = 150;         // from the mat to a strip of light
strip_width = 17.5;     // an aluminium profile with its cover
strip_height = 8;
rim_board = 6;          // thickness of the rim's boards
rim_height = 10;
