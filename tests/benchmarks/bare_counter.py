"""A bare Flet counter, served as Knoddel is: what a tap costs where nothing is kept or scored."""

import sys

import flet as ft
import uvicorn


@ft.component
def Counter() -> ft.Control:
    count, set_count = ft.use_state(0)
    return ft.Column(
        [
            ft.Text(f"Count: {count}"),
            ft.Button("Add", on_click=lambda: set_count(count + 1)),
        ]
    )


def main(page: ft.Page) -> None:
    page.render(Counter)


if __name__ == "__main__":
    app = ft.run(main, assets_dir="", no_cdn=True, export_asgi_app=True)
    uvicorn.run(app, port=int(sys.argv[1]), log_level="warning", ws="websockets-sansio")
