"""Ask QEMU's monitor for a picture of the screen: picture.py SOCKET FILE."""

import socket
import sys


def main() -> None:
    """Send the command and read until the monitor asks for the next one."""
    path, file = sys.argv[1:]
    with socket.socket(socket.AF_UNIX) as monitor:
        monitor.connect(path)
        prompt(monitor)
        monitor.sendall(f"screendump {file}\n".encode())
        prompt(monitor)


def prompt(monitor: socket.socket) -> None:
    """Read up to the monitor's prompt."""
    text = b""
    while not text.endswith(b"(qemu) "):
        text += monitor.recv(4096)


if __name__ == "__main__":
    main()
