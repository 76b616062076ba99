// A board at MicroPython's prompt: a real MicroPython (WebAssembly), its own raw REPL, its own files.
// node repl.mjs MICROPYTHON_MJS FLASH_FOLDER [as-it-is | VERSION]
//
// Standard input and output are the board's end of a terminal; FLASH_FOLDER is read at the start and
// written at a reset, which ends this process with 64. What this build lacks of a board is made here:
// - machine.reset, and the soft reset, which tells itself and leaves memory as it is;
// - raw paste, which needs a read that waits: it is refused as the protocol has it (R, 0);
// - the numbers of a missing file (Emscripten says 44, a board 2) and of a file that is no folder;
// - it says that it is an RP2040 (of VERSION, as in 1.22), unless it is to stay as it is.
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , micropython, flash, version] = process.argv;
const RESET = 64;
const write = (bytes) => {
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(1, bytes, sent);
};
const { loadMicroPython } = await import(pathToFileURL(micropython));
const mp = await loadMicroPython({ heapsize: 512 * 1024, linebuffer: false, stdout: write });

const load = (from, to) => {
  for (const name of readdirSync(from)) {
    if (statSync(`${from}/${name}`).isDirectory()) {
      mp.FS.mkdir(`${to}/${name}`);
      load(`${from}/${name}`, `${to}/${name}`);
    } else {
      mp.FS.writeFile(`${to}/${name}`, readFileSync(`${from}/${name}`));
    }
  }
};
const before = new Set(mp.FS.readdir("/"));
const save = (from, to) => {
  mkdirSync(to, { recursive: true });
  for (const name of mp.FS.readdir(from || "/")) {
    if (name === "." || name === ".." || (from === "" && before.has(name))) continue;
    const path = `${from}/${name}`;
    if (mp.FS.isDir(mp.FS.stat(path).mode)) save(path, `${to}/${name}`);
    else writeFileSync(`${to}/${name}`, mp.FS.readFile(path));
  }
};
load(flash, "");
globalThis.resetBoard = () => {
  rmSync(flash, { recursive: true });
  save("", flash);
  process.exit(RESET);
};
mp.runPython(`
import builtins, os, sys
class Machine:
    @staticmethod
    def reset():
        import js
        js.resetBoard()
class Os:
    pass
for name in dir(os):
    setattr(Os, name, getattr(os, name))
def as_on_a_board(real):
    def call(*args):
        try:
            return real(*args)
        except OSError as error:
            raise OSError({44: 2, 54: 20}.get(error.errno, error.errno))
    return call
Os.stat = as_on_a_board(os.stat)
builtins.open = as_on_a_board(open)
sys.modules["machine"] = Machine
sys.modules["os"] = Os
os.chdir("/")
`);
if (version !== "as-it-is") {
  mp.runPython(`
import sys
class Implementation:
    name = sys.implementation.name
    version = tuple(int(one) for one in "${version ?? ""}".split(".") if one) or sys.implementation.version
    _machine = "Raspberry Pi Pico with RP2040"
class Sys:
    platform = "rp2"
    implementation = Implementation
    stdin, stdout, modules, path = sys.stdin, sys.stdout, sys.modules, sys.path
sys.modules["sys"] = Sys
`);
}
mp.replInit();
const PASTE = Buffer.from("\x05A\x01");
process.stdin.on("data", (data) => {
  let bytes = data;
  const place = data.indexOf(PASTE);
  if (place >= 0) {
    bytes = Buffer.concat([data.subarray(0, place), data.subarray(place + PASTE.length)]);
    write(Buffer.from("R\0"));
  }
  for (const byte of bytes) {
    if (mp.replProcessChar(byte)) {
      write(Buffer.from("MPY: soft reboot\r\n"));
      mp.replInit();
    }
  }
});
