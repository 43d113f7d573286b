"""The deprecated launches of the driver, by their names; what they return is not looked at."""

import ctypes
import sys

cuda = ctypes.CDLL("libcuda.so.1")
cuda.cuInit(0)
cuda.cuLaunch(None)
for _ in range(2):
    cuda.cuLaunchGrid(None, 1, 1)
cuda.cuLaunchGridAsync(None, 1, 1, None)
cuda.cuLaunchCooperativeKernelMultiDevice(None, 0, 0)
sys.stdout.write("PASSED\n")
