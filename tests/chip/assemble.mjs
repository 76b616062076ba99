// What MicroPython's own rp2.py makes of the hub's PIO program, as JSON.
// node assemble.mjs MICROPYTHON_MJS RP2_PY PINS_PY
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , micropython, rp2, pins] = process.argv;
const { loadMicroPython } = await import(pathToFileURL(micropython));
const mp = await loadMicroPython({ heapsize: 256 * 1024 });
// The part of rp2 that is written in C, as far as the assembler asks it for numbers.
mp.FS.writeFile("/_rp2.py", "class PIO:\n  SHIFT_LEFT = 0\n  SHIFT_RIGHT = 1\n  JOIN_NONE = 0\n");
mp.FS.writeFile("/machine.py", "");
mp.FS.writeFile("/uctypes.py", "");
mp.FS.writeFile("/rp2.py", readFileSync(rp2));
mp.FS.writeFile("/pins.py", readFileSync(pins));
try {
  mp.runPython(`
import json, sys
sys.path.insert(0, "/")
import pins, rp2
code, _, _, execctrl, shiftctrl, *_ = pins.snapshots
print(json.dumps({
    "words": list(code),
    "execctrl": execctrl,
    "shiftctrl": shiftctrl,
    "first": [rp2.asm_pio_encode(one, 0) for one in ("mov(osr, null)", "mov(y, invert(null))")],
}))
`);
} catch (error) {
  process.stderr.write(error.message + "\n");
  process.exit(1);
}
