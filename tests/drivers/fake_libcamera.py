"""A module `libcamera` below the real picamera2: a camera in virtual time.

What picamera2 asks of libcamera's Python interface is here and no more, and behaves as libcamera's
documentation and picamera2's issues tell of a Pi: requests wait in a queue, a picture comes out one
and a half periods after its sensor's stamp, the first two are no good, and a camera that was
stopped gives back what was queued as cancelled. Time passes only by `Camera.tick`.
"""

import os
from collections.abc import Iterator
from enum import Enum
from threading import Lock
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
from camera_stand_ins import PERIOD, Hardware
from libcamera_types import (
    TURNS,
    ColorSpace,
    ConfigurationStatus,
    ControlId,
    ControlType,
    Formats,
    FrameBuffer,
    FrameStatus,
    PixelFormat,
    Rectangle,
    RequestStatus,
    Size,
    Stream,
    StreamRole,
    Transform,
    controls,
    properties,
)
from sensor_modules import Mode

PIPELINE = PERIOD * 3 // 2
"""From the sensor's stamp of a picture to its arrival, ns: it is read out, then processed."""

STARTUP = 2
"""So many pictures after the start are marked as no good."""


class CameraConfiguration:
    """What the streams shall be, one for each role that was asked for."""

    Status = ConfigurationStatus

    def __init__(self, camera: "Camera", roles: list[StreamRole]) -> None:
        self.orientation: Any = None  # an enum of the module that picamera2 imports
        self.sensor_config: Any = None  # what picamera2 makes of `sensor=`
        self._camera = camera
        self._streams = [Stream(formats=Formats(camera.modes), color_space=None) for _ in roles]
        for stream in self._streams:
            stream.stream = stream

    def __iter__(self) -> Iterator[Stream]:
        return iter(self._streams)

    def at(self, place: int) -> Stream:
        return self._streams[place]

    def validate(self) -> ConfigurationStatus:
        status = ConfigurationStatus.Valid
        main = self._streams[0]
        adjusted = self._camera.hardware.adjusted
        if self._camera.hardware.cropped and len(self._streams) == 1:
            self.sensor_config.output_size = Size(*self._camera.modes[0].size)
        if adjusted is not None:
            main.size, status = Size(*adjusted), ConfigurationStatus.Adjusted
        for stream in self._streams:
            stream.stride = -(-stream.size.width * 4 // 64) * 64
            if str(stream.pixel_format) == "RGB888":
                stream.stride = -(-stream.size.width * 3 // 64) * 64
            stream.frame_size = stream.stride * stream.size.height
        return status


class Request:
    Status = RequestStatus

    def __init__(self, cookie: int) -> None:
        self.cookie = cookie
        self.status = RequestStatus.Pending
        self.buffers: dict[Stream, FrameBuffer] = {}
        self.metadata: dict[ControlId, Any] = {}  # values of many types
        self.controls: dict[str, Any] = {}  # as above

    def add_buffer(self, stream: Stream, buffer: FrameBuffer) -> None:
        self.buffers[stream] = buffer

    def set_control(self, control: ControlId, value: Any) -> None:  # noqa: ANN401 - as above
        self.controls[control.name] = value

    def reuse(self) -> None:
        assert self.status is not RequestStatus.Pending
        self.status = RequestStatus.Pending
        self.controls, self.metadata = {}, {}


class Camera:
    """One sensor module on a cable."""

    def __init__(self, hardware: Hardware, manager: "CameraManager", port: int) -> None:
        self.hardware, self._manager, self._port = hardware, manager, port
        self.mode = self.modes[0]
        self.configurations: list[CameraConfiguration] = []
        self._lock = Lock()
        self._queue: list[Request] = []
        self._running = self._acquired = False
        self._started_frames = 0
        self._lens = 1.0

    @property
    def id(self) -> str:
        return f"/base/soc/i2c0mux/i2c@{self._port}/{self.hardware.module.name}@1a"

    @property
    def modes(self) -> tuple[Mode, ...]:
        return self.hardware.module.modes

    @property
    def properties(self) -> dict[ControlId, Any]:  # of many types
        return {
            properties.Model: self.hardware.module.name,
            properties.ColorFilterArrangement: 0,
            properties.PixelArraySize: Size(*max(mode.size for mode in self.modes)),
        }

    @property
    def controls(self) -> dict[ControlId, SimpleNamespace]:
        shortest = round(1e6 / self.mode.fps)
        found = {
            "ExposureTime": (100, 60_000_000, 20_000),
            "AnalogueGain": (1.0, 16.0, 1.0),
            "ColourGains": (0.0, 32.0, None),
            "NoiseReductionMode": (0, 4, 0),
            "FrameDurationLimits": (shortest, 60_000_000, 33_333),
            "ScalerCrop": tuple(Rectangle(*self.mode.crop) for _ in range(3)),
            "AeFlickerMode": (0, 1, 0),
            "AeFlickerPeriod": (100, 1_000_000, None),
        }
        if self.hardware.module.lens:
            found |= {"AfMode": (0, 2, 0), "LensPosition": (0.0, 32.0, 1.0)}
        return {
            getattr(controls, name): SimpleNamespace(min=least, max=most, default=usual)
            for name, (least, most, usual) in found.items()
        }

    def acquire(self) -> None:
        if self.hardware.busy or self._acquired:
            raise RuntimeError("Failed to acquire camera: Device or resource busy")
        self._acquired = True
        self.hardware.users += 1
        self.hardware.calls.append(f"open {self._manager.cameras.index(self)}")

    def release(self) -> None:
        assert not self._running
        self._acquired = False
        self.hardware.users -= 1

    def generate_configuration(self, roles: list[StreamRole]) -> CameraConfiguration:
        return CameraConfiguration(self, roles)

    def configure(self, configuration: CameraConfiguration) -> int:
        assert not self._running
        wanted = configuration.sensor_config
        size = wanted.output_size.width, wanted.output_size.height
        [self.mode] = [
            mode for mode in self.modes if (mode.size, mode.depth) == (size, wanted.bit_depth)
        ]
        self.configurations.append(configuration)
        main = configuration.at(0).size
        self.hardware.size = main.width, main.height
        return 0

    def create_request(self, cookie: int) -> Request:
        return Request(cookie)

    def start(self, given: dict[ControlId, Any]) -> None:  # values of many types
        if self.hardware.lost:
            raise RuntimeError("Failed to start camera: Input/output error")
        self.hardware.calls.append("start")
        self._started_frames = 0
        self._running = True
        self.hardware.controls = {}  # all is automatic again
        self._obey({control.name: value for control, value in given.items()})

    def stop(self) -> None:
        self.hardware.calls.append("stop")
        with self._lock:
            self._running = False
            cancelled, self._queue = self._queue, []
        for request in cancelled:
            request.status = RequestStatus.Cancelled
        self._manager.tell(cancelled)

    def queue_request(self, request: Request) -> None:
        if not self._running:
            raise RuntimeError("Failed to queue request: Permission denied")
        assert request.status is RequestStatus.Pending
        with self._lock:
            self._queue.append(request)

    def tick(self) -> None:
        """Let one period pass: the oldest request gets its picture, if both exist."""
        hardware = self.hardware
        with self._lock:
            silent = hardware.hangs or hardware.missing or hardware.lost
            request = self._queue.pop(0) if self._running and self._queue and not silent else None
        if request is None:
            return
        self._obey(request.controls)
        image = hardware.picture()
        for stream, buffer in request.buffers.items():
            if str(stream.pixel_format) == "RGB888":
                rows = np.zeros((stream.size.height, stream.stride), np.uint8)
                rows[:, : stream.size.width * 3] = image.reshape(stream.size.height, -1)
                os.pwrite(buffer.planes[0].fd, rows.tobytes(), 0)
            good = self._started_frames >= STARTUP
            buffer.metadata.status = FrameStatus.Success if good else FrameStatus.Startup
        self._started_frames += 1
        request.metadata = {getattr(controls, k): v for k, v in self._metadata().items()}
        request.status = RequestStatus.Complete
        self._manager.tell([request])

    def _obey(self, given: dict[str, Any]) -> None:  # values of many types
        unknown = given.keys() - {control.name for control in self.controls}
        assert unknown <= {"ExposureTimeMode", "AnalogueGainMode"}, unknown
        self.hardware.controls |= given
        moved = self.hardware.controls
        if self.hardware.stuck:
            return
        if moved.get("AfMode") == 0:
            self._lens = moved.get("LensPosition", self._lens)
        elif moved.get("AfMode") == 2:  # it finds its focus by itself
            self._lens = self.hardware.sharp

    def _metadata(self) -> dict[str, Any]:  # of many types
        """The settings of the present picture. Automatic exposure keeps to the flicker."""
        hardware, given = self.hardware, self.hardware.controls
        flicker = (
            given["AeFlickerPeriod"] if given.get("AeFlickerMode") and not hardware.free else 1
        )
        found = {
            "SensorTimestamp": hardware.now - PIPELINE - hardware.lag,
            "ExposureTime": given.get("ExposureTime") or hardware.exposure // flicker * flicker,
            "AnalogueGain": 1.5,
            "ColourGains": (1.8, 1.6),
            "Lux": 300.0,
            "ScalerCrop": self._crop(),
        }
        return found | ({"LensPosition": self._lens} if hardware.module.lens else {})

    def _crop(self) -> Rectangle:
        """The part of the sensor that the picture shows: as much as its shape allows."""
        main = self.configurations[-1].at(0).size
        x, y, width, height = self.mode.crop
        tall = min(height, width * main.height // main.width)
        wide = min(width, height * main.width // main.height)
        return Rectangle(x + (width - wide) // 2, y + (height - tall) // 2, wide, tall)


class CameraManager:
    """The cameras of `hardware`. `event_fd` can be read where requests are ready."""

    def __init__(self, hardware: Hardware) -> None:
        self._hardware = hardware
        self._cameras = [Camera(hardware, self, port) for port in (1, 0)]
        self._ready: list[Request] = []
        self._lock = Lock()
        self.event_fd = os.eventfd(0, os.EFD_NONBLOCK)

    @property
    def cameras(self) -> list[Camera]:
        return [] if self._hardware.missing else self._cameras[: self._hardware.cameras]

    def get_ready_requests(self) -> list[Request]:
        with self._lock:
            try:
                os.eventfd_read(self.event_fd)
            except BlockingIOError:
                return []
            ready, self._ready = self._ready, []
            return ready

    def unread(self) -> bool:
        """Return True if a request was not taken."""
        return bool(self._ready)

    def tell(self, requests: list[Request]) -> None:
        with self._lock:
            self._ready += requests
            os.eventfd_write(self.event_fd, 1)

    def tick(self) -> None:
        for camera in self._cameras:
            camera.tick()

    def close(self) -> None:
        os.close(self.event_fd)


def fake_libcamera() -> ModuleType:
    """The module; the owner of the hardware sets its camera manager."""
    made = ModuleType("libcamera")
    for kind in (Transform, ColorSpace, Size, Rectangle, PixelFormat, FrameBuffer, ControlType):
        setattr(made, kind.__name__, kind)
    contents: dict[str, Any] = {  # types, enums and namespaces
        "StreamRole": StreamRole,
        "Orientation": Enum("Orientation", TURNS),
        "Camera": Camera,
        "CameraConfiguration": CameraConfiguration,
        "CameraManager": type("CameraManager", (), {}),
        "SensorConfiguration": SimpleNamespace,
        "FrameMetadata": SimpleNamespace(Status=FrameStatus),
        "Request": Request,
        "controls": controls,
        "properties": properties,
        "_libcamera": SimpleNamespace(ColorSpace=ColorSpace, Transform=Transform),
    }
    for name, value in contents.items():
        setattr(made, name, value)
    return made
