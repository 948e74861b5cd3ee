"""The least app there is: a count, and a button that adds to it."""

import flet as ft


@ft.component
def Counter() -> ft.Control:
    count, set_count = ft.use_state(0)
    return ft.Column(
        [ft.Text(f"Count: {count}"), ft.Button("Add", on_click=lambda: set_count(count + 1))]
    )


def draw(page: ft.Page) -> None:
    """Show the counter on a page that has just been opened."""
    page.render(Counter)
