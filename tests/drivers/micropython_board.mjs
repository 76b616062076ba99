// The firmware's core under a real MicroPython (WebAssembly): one JSON line in, one out.
// node micropython_board.mjs MICROPYTHON_MJS FIRMWARE_FOLDER
import { readFileSync, readdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [, , micropython, firmware] = process.argv;
const { loadMicroPython } = await import(pathToFileURL(micropython));
const mp = await loadMicroPython({ heapsize: 256 * 1024 });
mp.FS.mkdir("/seat_hub");
for (const name of readdirSync(`${firmware}/seat_hub`)) {
  if (name.endsWith(".py")) {
    mp.FS.writeFile(`/seat_hub/${name}`, readFileSync(`${firmware}/seat_hub/${name}`));
  }
}
mp.runPython(`
import json, sys
sys.path.append("/")
from seat_hub.board import Board
from seat_hub import protocol
board = None
def call(line):
    global board
    name, args = json.loads(line)
    if name == "new":
        board = Board(bytes.fromhex(args[0]), *args[1:])
        return json.dumps(sys.implementation.name)
    if name == "receive":
        args[0] = bytes.fromhex(args[0])
    if name == "feed":
        return json.dumps([repr(one) for one in protocol.Deframer().feed(bytes.fromhex(args[0]))])
    answer = getattr(board, name)(*args)
    return json.dumps(answer.hex() if isinstance(answer, bytes) else answer)
`);
const call = mp.globals.get("call");
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(call(line) + "\n");
}
