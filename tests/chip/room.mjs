// The emulated chip as a server for the tests: one JSON line [command, ...arguments] in, one out.
// node room.mjs RP2040JS_FOLDER
import { createInterface } from "node:readline";
import { Board } from "./board.mjs";
import { Chip, emulator } from "./chip.mjs";

const library = await emulator(process.argv[2]);
let chip = new Chip(library);
let board = null;
const DMA = 0x50000000;

// rp2040js has one core and no mailbox to the other, and says so at each start of MicroPython.
const { warn } = console;
console.warn = (text) => /invalid SIO address: 5[08]$/.test(text) || warn(text);

const commands = {
  power: () => {
    chip = new Chip(library);
  },
  // A whole board with MicroPython in its flash.
  board: (firmware) => {
    board = new Board(library, firmware);
    chip = board.chip;
  },
  // Let the board go on until `micros` with `bytes` on their way to it; gives what it has said.
  talk: (micros, bytes) => {
    board.say(Buffer.from(bytes, "hex"));
    board.run(micros);
    chip = board.chip;
    return Buffer.from(board.heard()).toString("hex");
  },
  resets: () => board.resets,
  // How often a pin that the chip drives is high, of so many looks within 20 ms.
  high: (pin, looks) => {
    let found = 0;
    for (let look = 0; look < looks; look++) {
      board.run(chip.micros + 20000 / looks);
      found += chip.mcu.gpio[pin].outputValue ? 1 : 0;
    }
    return found;
  },
  read: (address) => chip.mcu.readUint32(address) >>> 0,
  write: (address, value) => chip.mcu.writeUint32(address, value),
  drive: (edges) => chip.drive(edges),
  wait: (micros) => chip.wait(micros),
  micros: () => chip.micros,
  // A DMA channel gets no turn on the bus, and then has it again.
  stall: (channel) => {
    const one = chip.mcu.dma.channels[channel];
    one.scheduleTransfer = () => {};
    one.transferAlarm.cancel();
  },
  resume: (channel) => {
    const one = chip.mcu.dma.channels[channel];
    delete one.scheduleTransfer;
    if (one.active) one.scheduleTransfer();
  },
  // Wait until `micros`; gives the words that the channel has carried into the ring meanwhile.
  collect: (micros, channel, ring, bytes) => {
    const left = () => chip.mcu.readUint32(DMA + 0x40 * channel + 8);
    const found = [];
    let write = chip.mcu.readUint32(DMA + 0x40 * channel + 4);
    let before = left();
    for (let until = chip.micros; until < micros; ) {
      until = Math.min(micros, until + 200);
      chip.wait(until);
      for (let count = before - left(); count > 0; count--) {
        found.push(chip.mcu.readUint32(write) >>> 0);
        write = ring + ((write - ring + 4) % bytes);
      }
      before = left();
    }
    return found;
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...args] = JSON.parse(line);
  process.stdout.write(JSON.stringify(commands[name](...args) ?? null) + "\n");
}
