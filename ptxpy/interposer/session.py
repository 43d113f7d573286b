"""One process of a program: its modules and tensor maps, and the launches that it makes."""

from __future__ import annotations

import os
import socket
import struct
import traceback
from typing import TYPE_CHECKING, Final

from ptxpy.captures import TENSOR_MAP_BYTES, CaptureError, EncodedMap, LaunchFacts, title
from ptxpy.emulation import TENSOR_MAP, ConnectionLostError, DeviceError, TensorMapFields, layout_of
from ptxpy.interposer import wire
from ptxpy.interposer.program_memory import ProgramMemory, UnchangedMemory
from ptxpy.interposer.program_modules import ProgramModule, modules_of_process

if TYPE_CHECKING:
    from threading import Lock

    from ptxpy.captures import Recorder, Recording
    from ptxpy.emulation import PtxText
    from ptxpy.interposer.wire import LaunchMessage

__all__ = ["Session"]

_NOT_FOUND: Final = 500
"""`CUDA_ERROR_NOT_FOUND`."""
_MAP_ALIGNMENT: Final = 64


class Session:
    """The connection of a process of a program."""

    def __init__(
        self, connection: socket.socket, recorder: Recorder, lock: Lock, max_bytes: int
    ) -> None:
        """Begin without modules; the lock is that of the recorder."""
        self._connection = connection
        self._recorder = recorder
        self._lock = lock
        self._max_bytes = max_bytes
        self._device = ""
        self._architecture = 0
        self._images: dict[int, list[bytes]] = {}
        self._modules: dict[int, ProgramModule | str] = {}
        """The modules by number; for one without PTX, why."""
        self._found: dict[str, ProgramModule | str] = {}
        """The same for kernels of modules that are not known, by kernel."""
        self._files: list[tuple[PtxText, set[str]]] | None = None
        self._places: dict[int, dict[str, tuple[int, int]]] = {}
        """The addresses and sizes of the variables of modules, by name."""
        self._maps: dict[bytes, EncodedMap] = {}
        self._refused_maps: dict[bytes, str] = {}
        self._told: set[tuple[str, str]] = set()

    def run(self) -> None:
        """Answer the program until it closes the connection."""
        handlers = {
            wire.DEVICE: self._take_device,
            wire.IMAGES: self._take_images,
            wire.MAP: self._take_map,
            wire.NOTE: self._take_note,
            wire.LAUNCH: self._take_launch,
        }
        try:
            while True:
                message = wire.receive_message(self._connection)
                if message.kind not in handlers:
                    return
                handlers[message.kind](message)
        # A program that is killed in the middle of a message is no defect.
        except (ConnectionLostError, OSError, struct.error):
            return
        except Exception as error:  # noqa: BLE001 - a defect of ours; the program goes on
            self._recorder.say(f"internal error: {type(error).__name__}: {error}")
            if os.environ.get("PTXPY_DEBUG"):
                traceback.print_exc()
        finally:
            self._connection.close()

    # ------------------------------------------------------------------ what the program tells

    def _take_device(self, message: wire.Message) -> None:
        version, _ = wire.VERSION.unpack_from(message.payload)
        name = message.payload[wire.VERSION.size :].decode("utf-8", "replace")
        major, minor = version // 1000, version % 1000 // 10
        self._architecture = message.value
        target = f"sm_{message.value}"
        shown = name if target in name else f"{name} ({target})"
        self._device = f"{shown}, driver of CUDA {major}.{minor}"

    def _take_images(self, message: wire.Message) -> None:
        (number,) = wire.NUMBER.unpack_from(message.payload)
        at = wire.NUMBER.size
        images = []
        while at < len(message.payload):
            (size,) = wire.NUMBER.unpack_from(message.payload, at)
            at += wire.NUMBER.size
            images.append(message.payload[at : at + size])
            at += size
        self._images[number] = images

    def _take_map(self, message: wire.Message) -> None:
        data, fields = message.payload[:TENSOR_MAP_BYTES], message.payload[TENSOR_MAP_BYTES:]
        if len(fields) != TENSOR_MAP.size:
            raise ConnectionLostError
        unpacked = TensorMapFields.unpack(fields)
        try:
            self._maps[data] = EncodedMap(layout_of(unpacked), unpacked.address)
        except DeviceError as error:
            self._refused_maps[data] = error.message

    def _take_note(self, message: wire.Message) -> None:
        name, _, reason = message.payload.decode("utf-8", "replace").partition("\0")
        with self._lock:
            if self._is_new(name, reason):
                self._recorder.say(f"{title(name)}: {reason}")

    def _skip(self, kernel: str, number: int, reason: str) -> None:
        """Count a launch that is not recorded, and say why."""
        if self._is_new(kernel, reason):
            self._recorder.skipped -= 1  # `skip` counts it, too
            self._recorder.skip(kernel, number, reason)

    def _is_new(self, kernel: str, reason: str) -> bool:
        """Count a launch that is not recorded; whether the reason is the first of its kernel."""
        self._recorder.skipped += 1
        known = (kernel, reason) in self._told
        self._told.add((kernel, reason))
        return not known

    # ------------------------------------------------------------------ launches

    def _take_launch(self, message: wire.Message) -> None:
        launch = wire.LaunchMessage.unpack(message.payload)
        with self._lock:
            recording = self._begin(launch)
        if recording is None:
            wire.send_request(self._connection, wire.ASK_SKIP)
            return
        wire.send_request(self._connection, wire.ASK_RUN)
        # The lock is free while the kernel runs: other processes may wait for it to launch theirs.
        ended = wire.receive_message(self._connection)
        if ended.kind != wire.RAN:
            raise ConnectionLostError
        (was_launched,) = wire.FLAG.unpack(ended.payload)
        with self._lock:
            if was_launched:
                self._finish(recording, ended.value)
            else:
                reason = f"the driver refused it with error {ended.value}"
                self._skip(launch.kernel, recording.number, reason)
        wire.send_request(self._connection, wire.ASK_END)

    def _begin(self, launch: LaunchMessage) -> Recording | None:
        """Record the memory that a launch can reach; None if it is not recorded."""
        recorder = self._recorder
        number = recorder.take_number(launch.kernel)
        if number is None:
            return None
        recorder.device = self._device
        try:
            module = self._module(launch)
            signature = module.signature(launch.kernel)
            self._check(launch, module)
            places = self._variables(launch, module)
        except CaptureError as error:
            self._skip(launch.kernel, number, str(error))
            return None
        # A launch without a cluster size takes that of `.reqnctapercluster`.
        grid, cluster = launch.grid, signature.cluster
        if any(launch.cluster):
            cluster = launch.cluster
        # The driver takes such a grid in clusters; captures have all grids in CTAs.
        if signature.blocks_are_clusters and cluster is not None:
            x, y, z = (count * size for count, size in zip(grid, cluster, strict=True))
            grid = x, y, z
        facts = LaunchFacts(
            launch.kernel,
            module.source.ptx,
            module.source.filename,
            grid,
            launch.block,
            cluster,
            launch.shared_bytes,
            launch.cooperative,
            launch.parameters[: signature.size].ljust(signature.size, b"\0"),
            {name: address for name, (address, _) in places.items()},
            self._maps,
        )
        view = ProgramMemory(self._connection, places, self._max_bytes)
        return recorder.record(number, facts, view)

    def _finish(self, recording: Recording, status: int) -> None:
        """Write the file of a launch that has ended."""
        message = f"error {status} of the driver" if status else ""
        try:
            recording.finish(status, message)
        except CaptureError as error:
            if not status:
                self._skip(recording.facts.kernel, recording.number, str(error))
                return
            # An error has ended the context, whose memory nothing can read any more.
            unread = recording._replace(view=UnchangedMemory(recording.reached))
            unread.finish(status, message)

    def _check(self, launch: LaunchMessage, module: ProgramModule) -> None:
        """Raise `CaptureError` for a launch that cannot be captured."""
        obstacle = module.obstacle(launch.kernel)
        given = launch.parameters
        # Only maps that this launch passes matter; a program may have encoded others that nothing
        # supports.
        for at in range(0, len(given) - TENSOR_MAP_BYTES + 1, _MAP_ALIGNMENT):
            found = self._refused_maps.get(given[at : at + TENSOR_MAP_BYTES])
            if found is not None:
                obstacle = f"it has {found}"
        if obstacle:
            raise CaptureError(obstacle)

    def _variables(
        self, launch: LaunchMessage, module: ProgramModule
    ) -> dict[str, tuple[int, int]]:
        """Return the addresses and sizes of the variables of a module.

        Those that the driver does not find, the assembler has left out because nothing uses them.
        """
        held = self._places.get(launch.module) if launch.module else None
        if held is not None:
            return held
        found: dict[str, tuple[int, int]] = {}
        for name, size in module.variables.items():
            wire.send_request(self._connection, wire.ASK_VARIABLE, name.encode())
            reply = wire.receive_message(self._connection)
            if reply.kind != wire.DATA:
                raise ConnectionLostError
            address, held_size = wire.PAIR.unpack(reply.payload)
            if not reply.value and held_size >= size:
                found[name] = address, size
            elif reply.value != _NOT_FOUND:
                message = f"its variable {name} is not found: error {reply.value} of the driver"
                raise CaptureError(message)
        # Addresses of a module stay as long as it is loaded; a launch of unknown origin (0) is
        # asked for each time.
        if launch.module:
            self._places[launch.module] = found
        return found

    # ------------------------------------------------------------------ modules

    def _module(self, launch: LaunchMessage) -> ProgramModule:
        """Return the module of a kernel; raises `CaptureError` if it has no PTX."""
        images = self._images.get(launch.module)
        if images is None:
            # The program has loaded the module by functions that are not documented: its files are
            # searched for the kernel.
            held = self._found.get(launch.kernel)
            if held is None:
                held = self._found[launch.kernel] = self._search(launch.kernel)
        else:
            held = self._modules.get(launch.module)
            if held is None:
                held = self._modules[launch.module] = self._load(images)
        if isinstance(held, str):
            raise CaptureError(held)
        return held

    def _load(self, images: list[bytes]) -> ProgramModule | str:
        try:
            return ProgramModule.of_images(images, self._architecture)
        except CaptureError as error:
            return str(error)

    def _search(self, kernel: str) -> ProgramModule | str:
        """Return the module of a kernel that was loaded in a way that is not documented."""
        if self._files is None:
            credentials = self._connection.getsockopt(
                socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i")
            )
            process = struct.unpack("3i", credentials)[0]
            self._files = list(modules_of_process(process, self._architecture))
        # Copies of one text in several files are one module.
        found = {text.text: text for text, names in self._files if kernel in names}
        if not found:
            return "no file that the program runs has PTX of it"
        if len(found) > 1:
            names = " and ".join(dict.fromkeys(each.name for each in found.values()))
            return f"{len(found)} modules have a kernel of its name, in {names}"
        try:
            return ProgramModule([*found.values()])
        except CaptureError as error:
            return str(error)
