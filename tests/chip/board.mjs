// A board with the emulated chip on it: flash with MicroPython, power, reset, and the USB cable.
import { readFileSync } from "node:fs";
import { Chip } from "./chip.mjs";
import { install } from "./rom.mjs";

const WATCHDOG = 0x40058;
const ROSC = 0x40060;
const RANDOMBIT = 0x1c; // its register
const VECTORS = 0x10000100; // behind the 256 bytes that set up the flash
const BOOTSEL = 1; // the flash's chip select, which the button pulls low
const INPUT = 0x40;

export class Board {
  constructor(library, firmware) {
    this.library = library;
    this.flash = new Uint8Array(readFileSync(firmware));
    this.resets = []; // what made it start anew: "power", "watchdog"
    this.toTable = [];
    this.noise = 1;
    this.#start("power");
  }

  /** Let everything go on until `micros`, through a reset if there is one. */
  run(micros) {
    while (this.chip.micros < micros && !this.resetting) {
      this.chip.run(Math.min(micros, this.chip.micros + 100));
    }
    if (this.resetting) {
      this.flash = this.chip.mcu.flash;
      this.#start("watchdog", this.chip);
      this.run(micros);
    }
  }

  /** The table's end of the cable. */
  say(bytes) {
    this.toBoard.push(...bytes);
    this.#pump();
  }

  heard() {
    return this.toTable.splice(0);
  }

  /** A chip with power on it; `before` is the one that has just reset itself. */
  #start(why, before = null) {
    const chip = (this.chip = new Chip(this.library));
    const { mcu } = chip;
    const watchdog = mcu.peripherals[WATCHDOG];
    if (before) {
      const old = before.mcu.peripherals[WATCHDOG]; // what it keeps through a reset
      watchdog.reason = old.reason;
      watchdog.scratchData.set(old.scratchData);
      chip.cycle = before.cycle;
      chip.edges = [[before.cycle, before.pins], ...before.edges.slice(before.given)];
    }
    this.resets.push(why);
    this.resetting = false;
    mcu.flash.set(this.flash, 0);
    install(mcu);
    mcu.qspi[BOOTSEL].padValue |= INPUT; // rp2040js starts with it off, the chip with it on
    mcu.qspi[BOOTSEL].setInputValue(true);
    const oscillator = mcu.peripherals[ROSC]; // in rp2040js its random bit is always the same
    const read = oscillator.readUint32.bind(oscillator);
    oscillator.readUint32 = (offset) => (offset === RANDOMBIT ? this.#random() : read(offset));
    watchdog.onWatchdogTrigger = () => {
      watchdog.timer.enable = false; // rp2040js lets it run on, and it would end again at once, for ever
      this.resetting = true;
    };
    mcu.core.VTOR = VECTORS;
    mcu.core.reset();
    this.#plug(mcu);
  }

  /** A bit of chance, the same ones in each run (xorshift). */
  #random() {
    this.noise ^= this.noise << 13;
    this.noise ^= this.noise >>> 17;
    this.noise ^= this.noise << 5;
    return this.noise & 1;
  }

  /** A host that asks for data only when there are some; rp2040js sends empty packets instead. */
  #plug(mcu) {
    this.toBoard = [];
    this.room = 0;
    this.cdc = new this.library.USBCDC(mcu.usbCtrl);
    this.cdc.onSerialData = (bytes) => this.toTable.push(...bytes);
    mcu.usbCtrl.onEndpointRead = (endpoint, size) => {
      if (endpoint !== this.cdc.outEndpoint) return;
      this.room = size;
      this.#pump();
    };
  }

  #pump() {
    if (!this.room || !this.toBoard.length) return;
    const packet = this.toBoard.splice(0, Math.min(this.room, 64));
    this.room = 0;
    this.chip.mcu.usbCtrl.endpointReadDone(this.cdc.outEndpoint, new Uint8Array(packet));
  }
}
