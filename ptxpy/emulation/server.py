"""The device process: it answers the requests of one program until the program ends."""

from __future__ import annotations

import mmap
import os
import resource
import select
import signal
import socket
import sys
import threading
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ptxpy.demangle import demangled
from ptxpy.emulation import protocol
from ptxpy.emulation.device import Device
from ptxpy.emulation.device_memory import DeviceMemory
from ptxpy.emulation.images import ImageError, texts_of
from ptxpy.emulation.launches import Launch
from ptxpy.emulation.protocol import FOUND_FAULTS, Request
from ptxpy.emulation.statuses import DeviceError, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ptxpy.emulation.device import AllocationKind
    from ptxpy.emulation.device_options import DeviceOptions

__all__ = ["Server", "report", "serve"]

TOTAL_BYTES: Final = 16 << 30
"""The bytes of memory that the device reports, if there are as many free addresses."""

LEAST_BYTES: Final = 64 << 20
"""The fewest addresses that the memory of the device has."""

CAPTURED_ADDRESS: Final = 0x9_6A00_0000
"""The first address while launches are recorded: no small numbers in memory look like such ones."""

DEFAULT_ARCHITECTURE: Final = 90
"""The device if the program has no PTX when it connects."""


def report(message: str, command: str = "exec") -> None:
    """Write a message of a command to standard error, which is that of the program."""
    lines = "".join(c if c.isprintable() or c == "\n" else "?" for c in message).split("\n")
    first, *rest = (line for line in lines if line.strip())
    text = "\n".join([f"ptxpy {command}: {first}", *rest])
    os.write(sys.stderr.fileno(), f"{text}\n".encode("utf-8", "replace"))


class Server:
    """The device of one program, by the requests of the protocol."""

    def __init__(self, connection: socket.socket, options: DeviceOptions) -> None:
        """Answer the requests of a connection."""
        self._connection = connection
        self._is_answering = False
        self._options = options
        self._device: Device | None = None
        self._file = -1
        self._architecture = DEFAULT_ARCHITECTURE
        self._names: dict[int, str] = {}
        """The names of the kernels that the program has asked for."""
        self._launched: dict[str, None] = {}
        """The names of those that it has launched, in order."""
        self.faults = 0
        """The faults that strict mode has found, once the program has ended."""
        self._handlers: Mapping[int, Callable[[bytes], bytes]] = {
            Request.ALLOCATE: self._allocate,
            Request.FREE: self._free,
            Request.LOAD: self._load,
            Request.UNLOAD: self._unload,
            Request.KERNEL: self._kernel,
            Request.VARIABLE: self._variable,
            Request.LAUNCH: self._launch,
            Request.TENSOR_MAP: self._tensor_map,
            Request.LIMIT: self._limit,
            Request.RESET: self._reset,
            Request.DESCRIBE: self._describe,
            Request.KERNELS: self._kernels,
            Request.OBJECT: self._object,
            Request.DESTROY_OBJECT: self._destroy_object,
            Request.BIND: self._bind,
            Request.RESERVE: self._reserve,
            Request.UNRESERVE: self._unreserve,
            Request.MAP: self._map,
            Request.ACCESS: self._access,
        }

    def report(self, message: str) -> None:
        """Write a message to standard error, as that of the command."""
        report(message, "exec" if self._options.capture is None else "capture")

    @property
    def device(self) -> Device:
        """The device; the program has said hello before."""
        assert self._device is not None  # noqa: S101 - `run` sees to it
        return self._device

    def run(self) -> None:
        """Answer requests until the program closes the connection; then finish the device."""
        try:
            number, payload = protocol.receive(self._connection)
            if number != Request.HELLO or len(payload) != protocol.HELLO.size:
                return
            self._welcome(payload)
            while True:
                number, payload = protocol.receive(self._connection)
                self._is_answering = True
                try:
                    self._reply(number, payload)
                finally:
                    self._is_answering = False
        except (protocol.ConnectionLostError, BrokenPipeError, ConnectionResetError):
            pass
        finally:
            if self._device is not None:
                text = self._device.finish()
                self.faults = self._device.faults
                if text and (self._options.profile or self._options.trace):
                    os.write(sys.stderr.fileno(), f"{text}\n".encode("utf-8", "replace"))
                elif text:
                    self.report(text)
                for line in self._device.interpreted():
                    self.report(line)
                only = self._options.only
                if only and not any(map(self._options.chooses, self._launched)):
                    names = (
                        ", ".join(demangled(each).name for each in self._launched) or "none at all"
                    )
                    self.report(f"--only {only}: no such kernel was launched, but {names}")

    def end_with_program(self) -> None:
        """End this process if the program ends while it waits for a kernel."""
        poll = select.poll()
        # `POLLRDHUP` tells of the end without reading anything that the main thread waits for.
        poll.register(self._connection, select.POLLRDHUP)
        poll.poll()
        for _ in range(20):  # a request that has been answered just now
            if not self._is_answering:
                return
            time.sleep(0.01)
        # A kernel that runs in the main thread would go on for nobody.
        os._exit(0)

    def _reply(self, number: int, payload: bytes) -> None:
        status, reply = Status.SUCCESS.value, b""
        try:
            reply = self._handlers[number](payload)
        except DeviceError as error:
            status = int(error.status)
            if error.message and error.status != Status.NOT_FOUND:  # programs look names up
                self.report(error.message)
        except ImageError as error:
            status = error.status
            self.report(str(error))
        except MemoryError as error:
            status = Status.OUT_OF_MEMORY.value
            self.report(str(error) or "out of memory")
        header = protocol.HEADER.pack(status, 0, len(reply))
        self._connection.sendall(header + reply)

    def _welcome(self, payload: bytes) -> None:
        version, _, architecture, _, first, size = protocol.HELLO.unpack(payload)
        self._architecture = self._options.architecture or architecture or DEFAULT_ARCHITECTURE
        # A program may have been started by another installation, whose driver it keeps.
        if version != protocol.PROTOCOL_VERSION:
            self.report("the emulated driver in the program is that of another version of ptxpy")
            raise protocol.ConnectionLostError
        # The program maps the file, too, so that its process sees the memory of the device.
        self._file = os.memfd_create("ptxpy-device", os.MFD_CLOEXEC)
        size = _within_limit(first, size)
        if size < LEAST_BYTES:
            self.report(
                f"the device process needs {(first + LEAST_BYTES) >> 20:,} MiB of address space "
                "for the memory of the device, which a limit does not leave; raise it "
                "(ulimit -v unlimited)"
            )
            self._connection.sendall(protocol.HEADER.pack(Status.NO_DEVICE, 0, 0))
            raise protocol.ConnectionLostError
        end = first + size
        os.ftruncate(self._file, end)
        flags = mmap.MAP_SHARED | getattr(mmap, "MAP_NORESERVE", 0x4000)
        arena = mmap.mmap(self._file, end, flags=flags)
        # Captures find pointers by their values, so addresses should look like no other numbers.
        is_captured = self._options.capture is not None and end - CAPTURED_ADDRESS >= size // 4
        start = max(first, CAPTURED_ADDRESS) if is_captured else first
        memory = DeviceMemory(arena, file=self._file, first=start)
        self._device = Device(memory, self._options, self.report)
        major, minor = divmod(self._architecture, 10)
        total = min(TOTAL_BYTES, size * 3 // 4)
        welcome = protocol.WELCOME.pack(major, minor, self._options.devices, 0, first, end, total)
        header = protocol.HEADER.pack(0, 0, len(welcome))
        socket.send_fds(self._connection, [header + welcome], [self._file])

    # ------------------------------------------------------------------ memory

    def _allocate(self, payload: bytes) -> bytes:
        size, kind, alignment = protocol.ALLOCATE.unpack(payload)
        kinds: tuple[AllocationKind, ...] = ("device", "managed", "pinned", "array", "pool")
        address = self.device.allocate(
            size, alignment=alignment or 256, kind=kinds[kind] if kind < len(kinds) else "device"
        )
        return protocol.ADDRESS.pack(address)

    def _free(self, payload: bytes) -> bytes:
        self.device.free(*protocol.ADDRESS.unpack(payload))
        return b""

    def _reserve(self, payload: bytes) -> bytes:
        size, _, alignment = protocol.ALLOCATE.unpack(payload)
        return protocol.ADDRESS.pack(self.device.memory.reserve_range(size, alignment))

    def _unreserve(self, payload: bytes) -> bytes:
        start, size, _ = protocol.RANGE.unpack(payload)
        self.device.memory.release_range(start, size)
        return b""

    def _map(self, payload: bytes) -> bytes:
        self.device.memory.map_range(*protocol.RANGE.unpack(payload))
        return b""

    def _access(self, payload: bytes) -> bytes:
        (start, size, _), *parts = protocol.RANGE.iter_unpack(payload)
        self.device.memory.set_access(start, start + size, parts)
        return b""

    def _describe(self, payload: bytes) -> bytes:
        (address,) = protocol.ADDRESS.unpack(payload)
        return self.device.describe(address).encode()

    def _limit(self, payload: bytes) -> bytes:
        limit, _, value = protocol.LIMIT.unpack(payload)
        self.device.set_limit(limit, value)
        return b""

    def _reset(self, payload: bytes) -> bytes:
        del payload
        self.device.reset()
        return b""

    # ------------------------------------------------------------------ modules

    def _load(self, payload: bytes) -> bytes:
        (count,) = protocol.NUMBER.unpack_from(payload)
        images = []
        at = protocol.NUMBER.size
        for _ in range(count):
            (size,) = protocol.ADDRESS.unpack_from(payload, at)
            at += protocol.ADDRESS.size
            images.append(payload[at : at + size])
            at += size
        texts = texts_of(images, self._architecture)
        module = self.device.load([each.text for each in texts], [each.name for each in texts])
        return protocol.NUMBER.pack(module)

    def _unload(self, payload: bytes) -> bytes:
        self.device.unload(*protocol.NUMBER.unpack(payload))
        return b""

    def _kernel(self, payload: bytes) -> bytes:
        module, name = _module_and_name(payload)
        info = self.device.kernel(module, name)
        self._names[info.id] = info.name
        reply = protocol.KERNEL.pack(
            info.id,
            len(info.parameters),
            info.static_shared,
            info.local_bytes,
            info.max_threads,
            info.registers,
            info.constant_bytes,
            info.ptx_version,
            info.architecture,
            *info.cluster,
            *info.required_block,
            info.parameter_bytes,
        )
        return reply + b"".join(protocol.PARAMETER.pack(*each) for each in info.parameters)

    def _kernels(self, payload: bytes) -> bytes:
        names = self.device.kernels(*protocol.NUMBER.unpack(payload))
        return b"".join(name.encode() + b"\0" for name in names)

    def _variable(self, payload: bytes) -> bytes:
        return protocol.VARIABLE.pack(*self.device.variable(*_module_and_name(payload)))

    def _launch(self, payload: bytes) -> bytes:
        values = protocol.LAUNCH.unpack_from(payload)
        result = self.device.launch(
            Launch(
                kernel=values[0],
                grid=values[1:4],
                block=values[4:7],
                cluster=values[7:10],
                dynamic_shared=values[10],
                cooperative=bool(values[11]),
                number=values[12],
                primary=values[13],
                parameters=payload[protocol.LAUNCH.size :],
            )
        )
        self._launched[self._names.get(values[0], "")] = None
        # A launch that is refused fails at once; one that faults fails when the program next waits
        # for it.
        if not result.ran:
            raise DeviceError(result.status, result.message)
        if result.message:
            self.report(result.message)
        return protocol.NUMBER.pack(int(result.status)) + result.printed

    # ------------------------------------------------------------------ tensor maps and textures

    def _tensor_map(self, payload: bytes) -> bytes:
        return self.device.encode_tensor_map(protocol.TensorMapFields.unpack(payload))

    def _object(self, payload: bytes) -> bytes:
        handle = self.device.create_object(protocol.ObjectFields.unpack(payload))
        return protocol.ADDRESS.pack(handle)

    def _destroy_object(self, payload: bytes) -> bytes:
        self.device.destroy_object(*protocol.ADDRESS.unpack(payload))
        return b""

    def _bind(self, payload: bytes) -> bytes:
        module, _, handle = protocol.BIND.unpack_from(payload)
        name = payload[protocol.BIND.size :].decode("utf-8", "replace")
        self.device.bind(module, name, handle)
        return b""


def _within_limit(first: int, size: int) -> int:
    """Return how many bytes from an address on a limit of this process lets it map.

    Half of the address space that is left is for the simulator. Offsets of the mapping are
    addresses, so the range before the first one is mapped, too.
    """
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY:
        return size
    used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * mmap.PAGESIZE
    return min(size, (limit - used - first) // 2 // LEAST_BYTES * LEAST_BYTES)


def _module_and_name(payload: bytes) -> tuple[int, str]:
    (module,) = protocol.NUMBER.unpack_from(payload)
    return module, payload[protocol.NUMBER.size :].decode("utf-8", "surrogateescape")


def serve(connection: socket.socket, options: DeviceOptions) -> int:
    """Run a device process on a connection; return its exit status: `FOUND_FAULTS` after faults.

    Ctrl-C is for the program: the device process ends when the program does.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        server = Server(connection, options)
        threading.Thread(target=server.end_with_program, daemon=True).start()
        server.run()
    except Exception as error:  # noqa: BLE001 - a defect of ours, which the program is told of
        report(f"internal error of the device process: {type(error).__name__}: {error}")
        if os.environ.get("PTXPY_DEBUG"):
            traceback.print_exc()
        return 1
    return FOUND_FAULTS if server.faults else 0
