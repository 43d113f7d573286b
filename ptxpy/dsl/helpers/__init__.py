"""The helpers: names in `ptx` that emit several instructions. Each module registers its own."""

from ptxpy.dsl.helpers import async_copies as async_copies
from ptxpy.dsl.helpers import barrier_slots as barrier_slots
from ptxpy.dsl.helpers import bulk_copies as bulk_copies
from ptxpy.dsl.helpers import clusters as clusters
from ptxpy.dsl.helpers import counted_loops as counted_loops
from ptxpy.dsl.helpers import declarations as declarations
from ptxpy.dsl.helpers import fences as fences
from ptxpy.dsl.helpers import instruction_chains as instruction_chains
from ptxpy.dsl.helpers import mbarriers as mbarriers
from ptxpy.dsl.helpers import parameter_loads as parameter_loads
from ptxpy.dsl.helpers import pipelines as pipelines
from ptxpy.dsl.helpers import tcgen05 as tcgen05
from ptxpy.dsl.helpers import tcgen05_descriptors as tcgen05_descriptors
from ptxpy.dsl.helpers import tcgen05_memory as tcgen05_memory
from ptxpy.dsl.helpers import tma as tma
from ptxpy.dsl.helpers import typed_arithmetic as typed_arithmetic
from ptxpy.dsl.helpers import typed_moves as typed_moves
from ptxpy.dsl.helpers import warp_matrices as warp_matrices
from ptxpy.dsl.helpers import warps as warps
from ptxpy.dsl.helpers import wgmma as wgmma
from ptxpy.dsl.helpers import wgmma_descriptors as wgmma_descriptors
