"""Executes notebooks on the Deno kernel and writes them back with their outputs.

    run_notebooks.py OUT_DIR NOTEBOOK...

Each notebook runs in its own folder, from a clean kernel. The kernel now and
then says "idle" before it has sent a cell's outputs, so the client keeps
listening a little longer; without that, outputs are lost. Prints one JSON line
a notebook: {"notebook": path, "error": null | text}.
"""

import asyncio
import json
import pathlib
import sys
import time

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionComplete, CellExecutionError, DeadKernelError

GRACE_S = 0.15


class DrainClient(NotebookClient):
    """Listens for late outputs after the kernel called itself idle."""

    async def _async_poll_output_msg(self, parent_msg_id, cell, cell_index):
        await super()._async_poll_output_msg(parent_msg_id, cell, cell_index)
        end = time.monotonic() + GRACE_S
        while (left := end - time.monotonic()) > 0:
            try:
                message = await asyncio.wait_for(self.kc.iopub_channel.get_msg(timeout=None), left)
            except (asyncio.TimeoutError, TimeoutError):
                break
            if message["parent_header"].get("msg_id") != parent_msg_id:
                continue
            try:
                self.process_message(message, cell, cell_index)
            except CellExecutionComplete:
                pass


def execute(path, target):
    notebook = nbformat.read(path, as_version=4)
    client = DrainClient(
        notebook,
        kernel_name="deno",
        timeout=180,
        startup_timeout=120,
        coalesce_streams=True,
        resources={"metadata": {"path": str(path.parent)}},
    )
    error = None
    try:
        client.execute()
    except CellExecutionError as failure:
        # A syntax error has no output and an empty text: name the cell at least.
        index = next((i for i, cell in enumerate(notebook.cells) if cell.source and cell.source in str(failure)), None)
        error = f"cell {index}: {failure.ename}: {failure.evalue}"
    except DeadKernelError as failure:
        error = f"the kernel died: {failure}"
    except Exception as failure:  # a time limit, a kernel that does not start
        error = f"{type(failure).__name__}: {failure}"
    nbformat.write(notebook, target)
    return error


def main():
    out = pathlib.Path(sys.argv[1])
    for name in sys.argv[2:]:
        path = pathlib.Path(name).resolve()
        error = execute(path, out / path.name)
        print(json.dumps({"notebook": str(path), "error": error}), flush=True)


main()
