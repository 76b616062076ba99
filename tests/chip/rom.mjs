// A boot ROM for the emulated chip: the few calls into it that MicroPython makes.
//
// rp2040js comes without a ROM. Each function is a BKPT with its number, which the emulator hands
// to us, and a return. The addresses are the RP2040 datasheet's (2.8.3).
const BKPT = 0xbe00;
const RETURN = 0x4770; // bx lr
const CODE = 0x100;
const NAMES = ["lookup", "IF", "EX", "RE", "RP", "FC", "CX"];

export function install(mcu) {
  const halves = new Uint16Array(mcu.bootrom.buffer);
  halves[0x10 / 2] = 0x754d; // "Mu"
  halves[0x12 / 2] = 0x0301; // a ROM of the third version
  halves[0x18 / 2] = address("lookup");
  NAMES.forEach((_, number) => {
    halves[CODE / 2 + 2 * number] = BKPT | number;
    halves[CODE / 2 + 2 * number + 1] = RETURN;
  });
  const functions = {
    lookup: (registers) => {
      const name = String.fromCharCode(registers[1] & 0xff, (registers[1] >> 8) & 0xff);
      if (!NAMES.includes(name)) throw new Error(`MicroPython asks the boot ROM for ${name}`);
      registers[0] = address(name);
    },
    RE: ([begin, count]) => mcu.flash.fill(0xff, begin, begin + count),
    RP: ([begin, data, count]) => {
      for (let at = 0; at < count; at++) mcu.flash[begin + at] &= mcu.readUint8(data + at);
    },
  };
  // The others connect the flash and flush its cache: here it is always connected.
  mcu.onBreak = (number) => functions[NAMES[number]]?.(mcu.core.registers);
}

function address(name) {
  return CODE + 4 * NAMES.indexOf(name) + 1; // odd: Thumb code
}
