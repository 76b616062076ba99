// An RP2040 in rp2040js, with what the emulator leaves out of its PIO: time.
//
// rp2040js 1.4.1 runs its state machines on a JavaScript timer, one instruction a step, with no
// regard to delays, to the clock divider or to the processor. Here each instruction of a state
// machine falls on its own cycle of the system clock, and processor, DMA and pins keep in step.
// Instructions, FIFOs, flags, DMA, interrupts and USB are the emulator's own.
import { pathToFileURL } from "node:url";

const MHZ = 125; // MicroPython's system clock; a cycle is 8 ns
const NANOS = 1000 / MHZ;
const SYNC = 2; // cycles that a level takes through a pin's synchroniser (RP2040 datasheet, 3.5.6.3)

export async function emulator(folder) {
  return import(pathToFileURL(`${folder}/dist/esm/index.js`));
}

export class Chip {
  constructor({ RP2040, ConsoleLogger, LogLevel }) {
    this.mcu = new RP2040();
    this.mcu.logger = new ConsoleLogger(LogLevel.Error);
    this.cycle = 0; // of the system clock, since power came on
    this.edges = []; // [cycle, mask of the pins that are high], the earliest first
    this.given = 0; // how many of them have been
    this.pins = 0;
    this.running = []; // { pio, machine, due } of each state machine that is switched on
    this.mcu.pio.forEach((pio) => this.#clocked(pio));
  }

  get micros() {
    return this.cycle / MHZ;
  }

  /** Pins are driven from outside: bit n of `mask` is the level of pin n from `micros` on. */
  drive(edges) {
    this.edges = this.edges.slice(this.given);
    this.given = 0;
    for (const [micros, mask] of edges) {
      this.edges.push([Math.round(micros * MHZ) + SYNC, mask]);
    }
  }

  /** Let the state machines, the DMA and the pins go on until `micros`; the processor stands still. */
  wait(micros) {
    this.#advance(Math.round(micros * MHZ));
  }

  /** Let everything go on until `micros`. */
  run(micros) {
    const until = Math.round(micros * MHZ);
    const { core, clock } = this.mcu;
    while (this.cycle < until) {
      if (core.waiting) {
        const alarm = this.cycle + Math.ceil(clock.nanosToNextAlarm / NANOS);
        this.#advance(Math.min(until, Math.max(this.cycle + 1, alarm)));
      } else {
        this.#advance(this.cycle + core.executeInstruction());
      }
    }
  }

  #advance(cycle) {
    for (;;) {
      let first = null;
      for (const one of this.running) {
        if (one.due <= cycle && (first === null || one.due < first.due)) first = one;
      }
      if (first === null) break;
      this.#tick(first.due);
      const { pio, machine } = first;
      const before = machine.cycles;
      machine.step();
      first.due += Math.max(1, machine.cycles - before) * divider(machine);
      pio.checkChangedPins();
    }
    this.#tick(cycle);
  }

  /** A state machine's instructions fall due from the cycle on in which it is switched on. */
  #clocked(pio) {
    const write = pio.writeUint32.bind(pio);
    pio.run = () => {};
    pio.writeUint32 = (offset, value) => {
      write(offset, value);
      this.running = this.running.filter(({ machine }) => machine.enabled);
      for (const machine of pio.machines) {
        if (machine.enabled && !this.running.some((one) => one.machine === machine)) {
          this.running.push({ pio, machine, due: this.cycle + 1 });
        }
      }
    };
  }

  #tick(cycle) {
    const { edges, mcu } = this;
    while (this.given < edges.length && edges[this.given][0] <= cycle) {
      const mask = edges[this.given++][1];
      const changed = mask ^ this.pins;
      this.pins = mask;
      for (let pin = 0; changed >> pin; pin++) {
        if (changed & (1 << pin)) mcu.gpio[pin].setInputValue(!!(mask & (1 << pin)));
      }
    }
    mcu.clock.tick((cycle - this.cycle) * NANOS);
    this.cycle = cycle;
  }
}

function divider(machine) {
  return (machine.clockDivInt || 65536) + machine.clockDivFrac / 256;
}
