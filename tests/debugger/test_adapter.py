"""The Debug Adapter, in a process of its own, with a client that speaks the protocol."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ptxpy.debugger import Wire, WireError
from tests.debugger.client import Client
from tests.debugger.conftest import KERNELS

SAXPY: Any = {
    "program": "saxpy.ptx", "grid": 4, "block": [64],
    "args": [200, 2.0, "float32[200]:arange", "float32[200]:ones"],
}  # fmt: skip
REDUCE: Any = {
    "program": "reduce.ptx", "grid": "1", "block": 64,
    "args": {"x": "float32[64]:arange", "out": "float32[1]"},
}  # fmt: skip


@pytest.fixture
def client(client_in: Callable[[Path], Client]) -> Client:
    """An adapter that has not been asked anything."""
    return client_in(KERNELS)


def breakpoints(client: Client, name: str, *lines: int, **more: Any) -> list[dict[str, Any]]:
    """Set breakpoints in a file; return what the adapter tells."""
    wanted = [{"line": line, **more} for line in lines]
    body = client.request(
        "setBreakpoints", source={"path": str(KERNELS / name)}, breakpoints=wanted
    )
    found: list[dict[str, Any]] = body["breakpoints"]
    return found


def test_a_session(client: Client) -> None:
    """From the launch to the end: a breakpoint, the stack, the registers, a step."""
    client.launch(**SAXPY)
    first, missing = breakpoints(client, "saxpy.ptx", 22, 99)
    assert (first["verified"], first["line"], first["id"]) == (True, 22, 1)
    assert not missing["verified"]
    assert missing["message"].startswith("no instruction at line 99 of saxpy.ptx")
    stop = client.begin()
    assert stop == {
        "reason": "breakpoint", "threadId": 1, "allThreadsStopped": True, "hitBreakpointIds": [1],
    }  # fmt: skip
    threads = client.request("threads")["threads"]
    assert [each["name"] for each in threads] == [
        "CTA (0, 0, 0), warp 0: saxpy.ptx:22",
        "CTA (0, 0, 0), warp 1: saxpy.ptx:22",
    ]
    frame = client.top(threads[1]["id"])
    assert (frame["name"], frame["line"]) == ("saxpy", 22)
    assert frame["source"] == {"name": "saxpy.ptx", "path": str(KERNELS / "saxpy.ptx")}
    registers = client.scope(threads[1]["id"], "Registers")
    assert registers["%r1"]["value"] == "200"
    assert registers["%r5"]["value"] == "32  (32, 33, 34, 35, …)"
    lanes = client.request(
        "variables", variablesReference=registers["%r5"]["variablesReference"], start=4, count=2
    )["variables"]
    assert [(each["name"], each["value"]) for each in lanes] == [("4", "36"), ("5", "37")]
    assert client.scope(1, "Parameters")["a"]["value"] == "2"
    assert client.scope(1, "Special registers")["%ctaid.x"]["value"] == "0"
    assert client.scope(1, "Predicates")["%p1"]["value"] == "false"
    client.request("next", threadId=1)
    assert client.event("stopped")["reason"] == "step"
    assert client.top(1)["line"] == 23
    client.request("continue", threadId=1)
    assert client.event("exited") == {"exitCode": 0}
    client.event("terminated")
    client.request("disconnect")
    client.end()


def test_stop_on_entry(client: Client) -> None:
    """And a thread while nothing runs."""
    client.launch(**SAXPY, stopOnEntry=True)
    assert client.request("threads")["threads"] == [{"id": 1 << 30, "name": "saxpy"}]
    stop = client.begin()
    assert (stop["reason"], stop["threadId"]) == ("entry", 1)
    assert client.top(1)["line"] == 10


@pytest.mark.parametrize(
    ("more", "thread", "value"),
    [
        ({"condition": "%r5 == 150"}, 2 * 64 + 1, "150"),
        ({"condition": "cta == 1 && warp == 1 && lane > 3"}, 64 + 2, "100"),
    ],
)
def test_conditions(client: Client, more: Any, thread: int, value: str) -> None:
    """They choose threads, which are looked at then."""
    client.launch(**SAXPY)
    breakpoints(client, "saxpy.ptx", 22, **more)
    stop = client.begin()
    assert stop["threadId"] == thread
    frame = client.top(thread)["id"]
    result = client.request("evaluate", expression="%r5", frameId=frame, context="watch")
    assert result["result"].split()[0] == value
    assert result["indexedVariables"] == 32


@pytest.mark.parametrize(
    ("hits", "round_"), [("3", "8"), (">3", "4"), (">= 2", "16"), ("== 5", "2")]
)
def test_hits(client: Client, hits: str, round_: str) -> None:
    """The loop of reduce begins with 32 and halves."""
    client.launch(**REDUCE)
    breakpoints(client, "reduce.ptx", 51, hitCondition=hits)
    client.begin()
    assert client.request("evaluate", expression="%r6")["result"] == round_


def test_log_points(client: Client) -> None:
    """They tell and do not stop."""
    client.launch(**REDUCE)
    breakpoints(client, "reduce.ptx", 51, logMessage="{%r6} left, {sums[0]} and {foo}")
    client.request("configurationDone")
    client.event("terminated")
    assert "32 left, 0 and {no register, parameter or variable foo}\n16 left, 1024 and" in (
        client.output()
    )


def test_steps_and_calls(client: Client) -> None:
    """In, out, and back."""
    client.launch(**REDUCE)
    client.request("setFunctionBreakpoints", breakpoints=[{"name": "square"}, {"name": "foo"}])
    assert client.begin()["reason"] == "breakpoint"
    frames = client.request("stackTrace", threadId=1)
    assert [(each["name"], each["line"]) for each in frames["stackFrames"]] == [
        ("square", 13),
        ("reduce", 38),
    ]
    (parameter,) = client.scope(1, "Parameters").values()
    assert (parameter["name"], parameter["value"]) == ("value", "0")
    outer = client.request("stackTrace", threadId=1, startFrame=1)["stackFrames"][0]["id"]
    value = client.request("evaluate", expression="%r1", frameId=outer)["result"]
    assert value == "0  (0, 1, 2, 3, …)"
    client.request("stepOut", threadId=1)
    client.event("stopped")
    assert client.top(1)["line"] == 39
    client.request("stepBack", threadId=1)
    client.event("stopped")
    assert client.top(1)["line"] == 38
    client.request("stepIn", threadId=1, granularity="instruction")
    client.event("stopped")
    assert client.top(1)["line"] == 13
    client.request("reverseContinue", threadId=1)
    assert client.event("stopped")["reason"] == "entry"
    client.request("setFunctionBreakpoints", breakpoints=[])
    client.request("continue", threadId=1)
    client.event("terminated")


def test_memory(client: Client) -> None:
    """Shared memory by its map, its bytes, and who changes it."""
    client.launch(**REDUCE)
    breakpoints(client, "reduce.ptx", 46)
    client.begin()
    shared = client.scope(1, "Shared memory")
    assert shared["sums"]["value"] == "0x10 to 0x110: 0, 1, 4, 9, 16, 25, 36, 49, …"
    reference = shared["sums"]["variablesReference"]
    elements = client.request("variables", variablesReference=reference, start=10, count=3)
    assert [(each["name"], each["value"]) for each in elements["variables"]] == [
        ("10", "100"),
        ("11", "121"),
        ("12", "144"),
    ]
    memory = client.request("readMemory", memoryReference=shared["sums"]["memoryReference"],
                            count=300, offset=4)  # fmt: skip
    data = np.frombuffer(base64.b64decode(memory["data"]), "f4")
    assert data.tolist() == [float(k * k) for k in range(1, 64)]
    assert memory["unreadableBytes"] == 300 - 252
    assert client.scope(1, "Barriers")["full at 0x0"]["value"].startswith("phase 0, 64 of 64")
    info = client.request("dataBreakpointInfo", variablesReference=reference, name="1")
    assert info["description"] == "sums[1], 4 bytes of shared memory"
    set_ = client.request("setDataBreakpoints", breakpoints=[{"dataId": info["dataId"]}])
    assert set_["breakpoints"][0]["verified"]
    breakpoints(client, "reduce.ptx")
    client.request("continue", threadId=1)
    stop = client.event("stopped")
    assert stop["reason"] == "data breakpoint"
    assert stop["description"].startswith("1 became 1090, written at ")
    assert stop["description"].endswith(
        "reduce.ptx:57 by CTA (0, 0, 0), thread (1, 0, 0), warp 0, lane 1"
    )
    frame = client.top(1)["id"]
    writer = client.request("evaluate", expression="writer sums[1]", frameId=frame, context="repl")[
        "result"
    ]
    assert writer.startswith("  old value 1, new value 1090\n  written at reduce.ptx:57 by")


def test_another_cta(client: Client) -> None:
    """The console takes commands that look at the launch."""
    client.launch(**SAXPY)
    breakpoints(client, "saxpy.ptx", 22)
    client.begin()
    answer = client.request("evaluate", expression="cta 2", context="repl")["result"]
    assert answer.startswith("CTA (2, 0, 0), thread (0, 0, 0), warp 0, lane 0\nsaxpy.ptx:22:")
    assert client.event("invalidated") == {"areas": ["threads", "stacks", "variables"]}
    first = client.request("threads")["threads"][0]
    assert first["name"] == "CTA (2, 0, 0), warp 0: saxpy.ptx:22"
    assert client.scope(first["id"], "Registers")["%r5"]["value"].startswith("128 ")
    answer = client.request("evaluate", expression="print %r5[31]", context="repl")["result"]
    assert answer == "%r5[31] = 159"


def test_instructions(client: Client) -> None:
    """The PTX as the disassembly, and breakpoints in it."""
    client.launch(**SAXPY, stopOnEntry=True)
    client.begin()
    here = client.top(1)["instructionPointerReference"]
    listed = client.request("disassemble", memoryReference=here, instructionOffset=-1,
                            instructionCount=4)["instructions"]  # fmt: skip
    assert [each["instruction"] for each in listed] == [
        "",
        "ld.param.u32 %r1, [n];",
        "ld.param.f32 %f1, [a];",
        "ld.param.u64 %rd1, [x];",
    ]
    wanted = [{"instructionReference": here, "offset": 5}, {"instructionReference": "0x99"}]
    set_ = client.request("setInstructionBreakpoints", breakpoints=wanted)["breakpoints"]
    assert (set_[0]["line"], set_[1]["verified"]) == (15, False)
    client.request("continue", threadId=1)
    client.event("stopped")
    assert client.top(1)["line"] == 15
    locations = client.request("breakpointLocations", source={"path": str(KERNELS / "saxpy.ptx")},
                               line=25, endLine=40)["breakpoints"]  # fmt: skip
    assert locations == [{"line": 25}, {"line": 26}, {"line": 28}]


def test_a_race(client: Client) -> None:
    """Strict mode holds the launch, and it goes back from there."""
    client.launch(program="race.ptx", grid=1, block=64, args=["uint32[64]"], strict=True)
    stop = client.begin()
    assert stop["reason"] == "exception"
    assert stop["description"].startswith("data race in shared memory, buffer at 0x0")
    assert stop["threadId"] == 2
    assert client.top(2)["line"] == 14
    info = client.request("exceptionInfo", threadId=2)
    assert "missing: bar.sync 0; between race.ptx:13 and race.ptx:14" in info["description"]
    client.request("stepBack", threadId=2, granularity="instruction")
    client.event("stopped")
    client.request("stepBack", threadId=2, granularity="instruction")
    client.event("stopped")
    assert client.top(2)["line"] == 13
    client.request("continue", threadId=2)
    assert client.event("stopped")["reason"] == "exception"
    client.request("continue", threadId=2)
    assert client.event("exited") == {"exitCode": 1}


def test_printf_and_brkpt(client: Client) -> None:
    """The output of kernels comes as events."""
    client.launch(program="brkpt.ptx", grid=1, block=64)
    stop = client.begin()
    assert (stop["reason"], stop["text"]) == ("breakpoint", "the instruction brkpt")
    client.request("continue", threadId=1)
    client.event("terminated")
    assert "40 is here\n" in client.output()


def test_restart_and_terminate(client: Client) -> None:
    """From the begin again, and no further."""
    client.launch(**REDUCE)
    breakpoints(client, "reduce.ptx", 51)
    client.begin()
    client.request("restart")
    assert client.event("stopped")["reason"] == "entry"
    client.request("continue", threadId=1)
    assert client.event("stopped")["reason"] == "breakpoint"
    client.request("terminate")
    client.event("terminated")


def test_pause(client: Client) -> None:
    """A kernel without an end is held, and ends with the adapter."""
    client.launch(program="endless.ptx", grid=1, block=32)
    client.request("configurationDone")
    assert client.refused("stackTrace", threadId=1) == "the launch runs: pause it first"
    client.request("pause", threadId=1)
    assert client.event("stopped")["reason"] == "pause"
    assert client.top(1)["line"] in (9, 10)
    client.request("continue", threadId=1)
    client.request("disconnect")
    client.end()


WRONG: Any = [
    ({}, "a launch has one of program, capture and exec, and nothing is given"),
    ({"program": "a.ptx", "exec": "b"}, "a launch has one of program, capture and exec, not"),
    ({"program": "missing.ptx"}, "missing.ptx: no such file or directory"),
    ({"program": 3}, "program must be a text, got 3"),
    ({**SAXPY, "grid": "x"}, "grid: 'x' is not a valid extent; expected 4, or 4,2, or 4,2,1"),
    ({**SAXPY, "args": 3}, "args: a list is expected, such as [1024, 'float32[1024]:ones']"),
    ({**SAXPY, "args": [1]}, "--arg is missing for a, x, y"),
    ({**SAXPY, "kernel": "foo"}, "foo"),
    ({**SAXPY, "sharedBytes": "4"}, "sharedBytes must be a number of bytes, got '4'"),
    ({"program": "broken.ptx", "grid": 1, "block": 1}, "broken.ptx:4:"),
    (
        {"program": "mix.cu", "grid": 1},
        "mix.cu is CUDA C++, not PTX: compile it with `nvcc -ptx -lineinfo mix.cu -o mix.ptx`",
    ),
    ({"capture": "missing.zip"}, "missing.zip: no such file or directory"),
    ({**SAXPY, "grd": 3}, "no attribute grd; did you mean grid?"),
    ({**SAXPY, "stopAtEntry": True}, "no attribute stopAtEntry; did you mean stopOnEntry?"),
    ({**SAXPY, "strict": "false"}, "strict must be true or false, got 'false'"),
    ({**SAXPY, "cwd": "missing"}, "cwd: missing: no such file or directory"),
]


def test_launches_that_are_wrong(client: Client) -> None:
    """The editor is told, and may launch again."""
    client.request("initialize", adapterID="ptxpy")
    for attributes, message in WRONG:
        assert message in client.refused("launch", **attributes)
    client.request("launch", **SAXPY, presentation={}, restart=True, __sessionId="1")


def test_a_name_is_not_a_command_in_the_console(client: Client) -> None:
    """`x` is the parameter of the kernel, `i` without one shows what `info` shows."""
    client.launch(**SAXPY, stopOnEntry=True)
    client.begin()
    frame = client.top(1)["id"]

    def answer(text: str) -> str:
        body = client.request("evaluate", expression=text, frameId=frame, context="repl")
        return str(body["result"])

    assert answer("n") == "200"
    assert answer("x[3]") == "3"
    assert answer("x == y") == "false"
    assert answer("x/2 x[3]").startswith("  0x")
    assert answer("p n") == "n = 200"
    assert answer("i").startswith("info shows")


def test_breakpoints_before_the_launch(client: Client) -> None:
    """They are kept, and told when the launch finds their places; so is that all are set."""
    client.request("initialize", adapterID="ptxpy")
    first, second = breakpoints(client, "saxpy.ptx", 22, 99)
    assert (first["verified"], first["message"]) == (False, "not launched yet")
    client.request("setFunctionBreakpoints", breakpoints=[{"name": "saxpy"}])
    client.request("setExceptionBreakpoints", filters=[])
    client.request("configurationDone")
    client.request("launch", **SAXPY)
    client.event("initialized")
    told = [client.event("breakpoint") for _ in range(3)]
    assert [each["reason"] for each in told] == ["changed"] * 3
    found = {each["breakpoint"]["id"]: each["breakpoint"] for each in told}
    assert (found[first["id"]]["verified"], found[first["id"]]["line"]) == (True, 22)
    assert not found[second["id"]]["verified"]
    assert found[second["id"]]["message"].startswith("no instruction at line 99")
    assert client.event("stopped")["hitBreakpointIds"] == [3]
    client.request("continue", threadId=1)
    assert client.event("stopped")["hitBreakpointIds"] == [first["id"]]
    client.request("continue", threadId=1)
    client.event("terminated")


def test_scopes_of_frames(client: Client) -> None:
    """Each frame of the stack has its registers and its line."""
    client.launch(**REDUCE)
    client.request("setFunctionBreakpoints", breakpoints=[{"name": "square"}])
    client.begin()
    inner, outer = client.request("stackTrace", threadId=1)["stackFrames"]
    names = []
    for frame in (inner, outer):
        scopes = client.request("scopes", frameId=frame["id"])["scopes"]
        registers = client.request(
            "variables", variablesReference=scopes[0]["variablesReference"], format={"hex": True}
        )["variables"]
        names.append([each["evaluateName"] for each in registers])
    assert "%r1" not in names[0]
    assert "%r1" in names[1]
    assert [each["value"] for each in registers if each["name"].startswith("%r1 ")] == [
        "0x0  (0x0, 0x1, 0x2, 0x3, …)"
    ]


def test_formats(client: Client) -> None:
    """A format is behind a comma, as C++ debuggers have it, or in the request."""
    client.launch(**REDUCE)
    breakpoints(client, "reduce.ptx", 46)
    client.begin()
    frame = client.top(1)["id"]

    def answer(text: str, **more: Any) -> Any:
        return client.request("evaluate", expression=text, frameId=frame, **more)

    assert answer("sums")["result"] == "{0, 1, 4, 9, 16, 25, 36, 49, …}"
    assert (answer("sums")["type"], answer("sums")["indexedVariables"]) == (".f32[64]", 64)
    whole = answer("sums,b32")
    assert whole["result"].startswith("{0, 0x3f800000, 0x40800000,")
    elements = client.request("variables", variablesReference=whole["variablesReference"], start=2,
                              count=1, format={"hex": True})["variables"]  # fmt: skip
    assert [(each["value"], each["evaluateName"]) for each in elements] == [
        ("0x40800000", "sums.b32[2]")
    ]
    assert answer("sums[2],x")["result"] == "0x40800000"
    assert answer("sums.u32[2]")["result"] == "1082130432"
    assert answer("sums[2],f64")["type"] == "f64"
    assert answer("%r1[5] + 11", format={"hex": True})["result"] == "0x10"
    assert answer("sums[2]", format={"hex": True})["result"] == "4"


def test_uninitialised_reads(client: Client) -> None:
    """They are exceptions that an editor may turn off."""
    launch: Any = {"program": "unset.ptx", "grid": 1, "block": 32, "args": ["uint32[32]"]}
    client.launch(**launch, strict=True)
    client.request("setExceptionBreakpoints", filters=["uninitialised"])
    stop = client.begin()
    assert stop["reason"] == "exception"
    assert stop["description"] == "a read of %r4, which this thread has not written"
    assert client.request("exceptionInfo", threadId=1)["exceptionId"] == stop["description"]
    client.request("setExceptionBreakpoints", filters=[])
    client.request("continue", threadId=1)
    assert client.event("exited") == {"exitCode": 0}


def test_requests_that_are_wrong(client: Client) -> None:
    """Each has an answer."""
    assert client.refused("threads") == "nothing has been launched"
    client.launch(**SAXPY, stopOnEntry=True)
    client.begin()
    assert client.refused("foo") == "this request is not supported"
    assert client.refused("../x") == "this request is not supported"
    assert client.refused("stackTrace").startswith("the arguments of stackTrace are wrong")
    assert client.refused("scopes", frameId=99).startswith("no frame of this number")
    assert client.refused("variables", variablesReference=99).startswith("no variables of this")
    assert client.refused("evaluate", expression="1 +").startswith("this is no expression")
    assert client.refused("evaluate", expression="{}") == (
        "an expression has names, numbers, operators, [ ] and types such as .f32\n    ()\n    ^"
    )
    assert client.refused("stackTrace", threadId=64 * 99).startswith("no thread")
    assert client.refused("readMemory", memoryReference="x", count=1).startswith("no memory has")
    info = client.request("dataBreakpointInfo", name="%r1")
    assert info["dataId"] is None
    told = client.request("setDataBreakpoints", breakpoints=[{"dataId": "x"}])["breakpoints"]
    assert told == [{"verified": False, "message": "no memory has this identity"}]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"hello\n\r\n", "a header without Content-Length"),
        (b"x" * 5000, "a header of the Debug Adapter Protocol is expected"),
        (b"Content-Length: 4\r\n\r\n{]{]", "a message that is no JSON"),
        (b"Content-Length: 2\r\n\r\n[]", "a message is an object with a number `seq`"),
        (b"Content-Length: 9\r\n\r\n{}", "the stream ends within a message of 9 bytes"),
        (b"Content-Length: 999999999\r\n\r\n", "with more than 64 MiB"),
    ],
)
def test_bytes_that_are_wrong(data: bytes, message: str) -> None:
    """The stream can't be read on, and the error says why."""
    with pytest.raises(WireError, match=message):
        Wire(io.BytesIO(data), io.BytesIO()).read()


def test_the_process() -> None:
    """An editor starts the command, which serves it on standard input and output to the end."""
    client, process = Client.of_process(KERNELS)
    assert process.stderr is not None
    with client, process.stderr:
        client.launch(program="scaled.py", args=["float32[64]:arange", "float32[64]"])
        client.request("configurationDone")
        client.event("terminated")
        client.send_bytes(b"hello\n\r\n")
        client.end()
        assert process.returncode == 2
        assert b"a header without Content-Length" in process.stderr.read()
