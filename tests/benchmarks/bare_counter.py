"""A bare Flet counter, served as Knoddel is: what a tap costs where nothing is scored or kept."""

import socket

import flet as ft
import uvicorn
from counter import draw


def main() -> None:
    """Serve the counter on a free port and print its address."""
    app = ft.run(draw, no_cdn=True, export_asgi_app=True)
    listener = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
    config = uvicorn.Config(app, log_level="warning", ws="websockets-sansio")
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
