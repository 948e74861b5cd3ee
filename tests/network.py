"""A network between phone and server that can drop everything silently."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Final

CHUNK: Final = 65_536


class Network:
    """Forwards connections to a port, until the phone is out of reach.

    Then connections stay open, but nothing arrives: messages sent meanwhile wait.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}/"
        self._is_reached, self._is_late = Event(), Event()
        self._is_reached.set()
        self._sockets: list[socket.socket] = []
        Thread(target=self._accept, daemon=True).start()

    def go_away(self) -> None:
        """Disconnect: open connections stay open, but are silent."""
        self._is_reached, self._is_late = Event(), Event()

    def come_back(self) -> None:
        """Reconnect, for new connections."""
        self._is_reached.set()

    def deliver(self) -> None:
        """Deliver the messages sent while the phone was disconnected."""
        self._is_late.set()

    def close(self) -> None:
        for each in (self._listener, *self._sockets):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                phone, _ = self._listener.accept()
                Thread(target=self._connect, args=(phone,), daemon=True).start()

    def _connect(self, phone: socket.socket) -> None:
        self._sockets.append(phone)
        self._is_reached.wait()
        with suppress(OSError):
            computer = socket.create_connection(("127.0.0.1", self._port))
            self._sockets.append(computer)
            for here, there in ((phone, computer), (computer, phone)):
                Thread(target=self._forward, args=(here, there), daemon=True).start()

    def _forward(self, here: socket.socket, there: socket.socket) -> None:
        reached = self._is_reached
        with suppress(OSError):
            while data := here.recv(CHUNK):
                if reached is not self._is_reached:  # it was disconnected meanwhile
                    self._is_late.wait()
                there.sendall(data)
            there.shutdown(socket.SHUT_WR)


@contextmanager
def network(port: int) -> Iterator[Network]:
    between = Network(port)
    try:
        yield between
    finally:
        between.close()
