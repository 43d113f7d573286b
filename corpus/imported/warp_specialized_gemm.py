# mypy: disable-error-code="no-untyped-def, no-untyped-call", allow-redefinition
from typing import Annotated

from ptxpy import b8, b32, f32, kernel, module, pred, ptx, reg, u32, u64, var

module("nvcc-13.0", version="9.0", target="sm_90a", dialect=2)

b8x128_align128 = Annotated[b8, b8.align(128)[128]]

DESCRIPTOR_128B = ptx.wgmma.descriptor_bits(
    leading_byte_offset=16, stride_byte_offset=1024, swizzle="128B"
)


def prefetch_tensormap(addr):
    with ptx.asm():
        ptx.prefetch.tensormap([addr])


def mbarrier_init(mbar, count):
    with ptx.asm(newline=True):
        ptx.mbarrier.init.shared__cta.b64([mbar], count)


def fence_mbarrier_init_release():
    with ptx.asm():
        ptx.fence.mbarrier_init.release.cluster()


def barrier_cluster():
    with ptx.asm(newline=True):
        ptx.barrier.cluster.arrive.release.aligned()
        ptx.barrier.cluster.wait.acquire.aligned(before="\n")


def setmaxnreg_dec_sync(registers):
    with ptx.asm(newline=True):
        ptx.setmaxnreg.dec.sync.aligned.u32(registers)


def mbarrier_wait(mbar, phase_parity):
    with ptx.asm(newline=True), ptx.scope(closing="\n"):
        wait_complete = reg.scalar(
            pred, "P1", before="\n", within=" |                |"
        )
        with ptx.block(end="DONE") as block, ptx.loop("LAB_WAIT") as loop:
            ptx.inst.mbarrier.try_wait.parity.shared__cta.b64(
                wait_complete, [mbar], phase_parity, before="\n"
            )
            block.leave(
                when=wait_complete, before="\n", within="|                       | |"
            )
            loop.again(uni=False, before="\n", within="                   |")


def mbarrier_arrive_expect_tx(mbar, tx_count):
    with ptx.asm(newline=True):
        ptx.inst.mbarrier.arrive.expect_tx.shared__cta.b64("_", [mbar], tx_count)


def cp_async_bulk_tensor_shared_cluster(dst_mem, tensor_map, tensor_coords, mbar):
    with ptx.asm():
        ptx.cp.async_.bulk.tensor._2d.shared__cluster.global_.mbarrier__complete_tx__bytes(
            [dst_mem], [tensor_map, tensor_coords], [mbar]
        )


def setmaxnreg_inc_sync(registers):
    with ptx.asm(newline=True):
        ptx.setmaxnreg.inc.sync.aligned.u32(registers)


def wgmma_fence():
    with ptx.asm(newline=True):
        ptx.wgmma.fence.sync.aligned()


def wgmma_mma_async(acc, a_desc, b_desc, scale_d):
    with ptx.asm(newline=True), ptx.scope(closing="\n"):
        p = reg.scalar(pred, "p", before="\n")
        ptx.inst.setp.ne.b32(p, scale_d, 0, before="\n")
        ptx.wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16(
            acc, a_desc, b_desc, p, 1, 1, 0, 0, before="wgmma"
        )


def wgmma_commit_group():
    with ptx.asm(newline=True):
        ptx.wgmma.commit_group.sync.aligned()


def wgmma_wait_group(pending):
    with ptx.asm(newline=True):
        ptx.wgmma.wait_group.sync.aligned(pending)


def mapa_mbarrier_arrive(addr, cta_rank):
    with ptx.asm(), ptx.scope():
        mbar = reg.scalar(b32, "remAddr32")
        ptx.inst.mapa.shared__cluster.u32(mbar, addr, cta_rank, within="||  || || |")
        ptx.mbarrier.arrive.release.cluster.shared__cluster.b64(
            "_", [mbar], within="|||||  || |||"
        )


def cvt_rn(a, b):
    with ptx.asm(newline=True), ptx.scope(closing=""):
        result = ptx.cvt.rn.bf16x2.f32(a, b, before=" ")
    return result


def stmatrix_sync_aligned(addr, r):
    with ptx.asm():
        ptx.stmatrix.sync.aligned.m8n8.x4.shared.b16([addr], r)


def fence_proxy_async():
    with ptx.asm():
        ptx.fence.proxy.async_.shared__cta()


def bar_sync(barrier, threads):
    with ptx.asm():
        ptx.bar.sync(barrier, threads)


def cp_async_bulk_tensor_shared_cta(tensor_map, tensor_coords, src_mem):
    with ptx.asm():
        ptx.cp.async_.bulk.tensor._2d.global_.shared__cta.bulk_group(
            [tensor_map, tensor_coords], [src_mem]
        )


def cp_async_bulk_commit_group():
    with ptx.asm():
        ptx.cp.async_.bulk.commit_group()


def cp_async_bulk_wait_group(pending):
    with ptx.asm():
        ptx.cp.async_.bulk.wait_group.read(pending)


def barrier_cluster_2():
    with ptx.asm(newline=True):
        ptx.barrier.cluster.arrive.release()
        ptx.barrier.cluster.wait.acquire(before="\n")


def cp_async_bulk(dst_mem, src_mem, size, mbar):
    with ptx.asm():
        ptx.cp.async_.bulk.shared__cluster.global_.mbarrier__complete_tx__bytes(
            [dst_mem], [src_mem], size, [mbar]
        )
        ptx.comment("bulk", behind=True)


def read_cluster_ctarank():
    with ptx.asm():
        cluster_ctarank = ptx.special.cluster_ctarank()
    return cluster_ctarank


def griddepcontrol_wait():
    with ptx.asm():
        ptx.griddepcontrol.wait()


def griddepcontrol_launch_dependents():
    with ptx.asm():
        ptx.griddepcontrol.launch_dependents()


def red_global_add(addr, value):
    with ptx.asm():
        ptx.red.global_.add.v4.f32([addr], value)


def wgmma_group_and_wait(a, acc, scale_d):
    wide = ptx.cvt.u64.u32(((a + 32) & 0x3FFE0) >> 4)
    a_desc = wide | DESCRIPTOR_128B
    wide_b = ptx.cvt.u64.u32(((a + 32800) & 0x3FFE0) >> 4)
    wgmma_mma_async(acc, a_desc, wide_b | DESCRIPTOR_128B, scale_d)
    wide_c = ptx.cvt.u64.u32(((a + 64) & 0x3FFC0) >> 4)
    a_desc_b = wide_c | DESCRIPTOR_128B
    wide_d = ptx.cvt.u64.u32(((a + 32832) & 0x3FFC0) >> 4)
    wgmma_mma_async(acc, a_desc_b, wide_d | DESCRIPTOR_128B, scale_d)
    wide_e = ptx.cvt.u64.u32(((a + 96) & 0x3FFE0) >> 4)
    a_desc_c = wide_e | DESCRIPTOR_128B
    wide_f = ptx.cvt.u64.u32(((a + 32864) & 0x3FFE0) >> 4)
    wgmma_mma_async(acc, a_desc_c, wide_f | DESCRIPTOR_128B, scale_d)
    wgmma_commit_group()
    wgmma_wait_group(0)
    #: &values: 4pv bf 4vr mq 4wr oi 4tt hs 4nk vz 4sp db


ptx.comment(".globl\t_Z4gemm14CUtensorMap_stS_S_i", space="\n\n\t")
ptx.comment("_ZZ9copy_bulkPK6float4PS_jE3bar has been demoted")
storage = var("shared", b8[()], "storage", align=1024, linkage="extern", before="\n")
buffer = var("shared", b8[()], "buffer", align=128, linkage="extern")


@kernel(
    symbol="_Z4gemm14CUtensorMap_stS_S_i",
    maxntid=(256, 1, 1),
    minnctapersm=1,
    explicitcluster=True,
    reqnctapercluster=(2, 1, 1),
)
def gemm(
    param_0: b8x128_align128,
    param_1: b8x128_align128,
    param_2: b8x128_align128,
    param_3: u32,
):
    """gemm(CUtensorMap_st, CUtensorMap_st, CUtensorMap_st, int)"""
    # storage: 4 stages of 8,192 bytes, tile of param_0: copied in
    # storage + 32768: 4 stages of 8,192 bytes, tile of param_1: copied in
    # storage + 49152 + …: data: written
    # storage + 65536: tile of param_2: copied out
    # storage + 73728: 4 x 8 bytes, full mbarrier of 1 arrival for + 0, + 32768
    # storage + 73760: 4 x 8 bytes, empty mbarrier of 2 arrivals for + 0, + 32768
    _, f, _, _ = reg.bulk(p=23, f=1124, r=349, rd=68)
    param_0_addr = ptx.mov.b64(param_0)  #: rd4
    param_1_addr = ptx.mov.b64(param_1)  #: rd5
    param_3_value = ptx.ld.param.u32([param_3])  #: r27
    tid = ptx.special.tid.x()  #: r1
    not_first_thread = tid != 0  #: p1
    with ptx.unless(not_first_thread):
        param_0_ptr = ptx.cvta.param.u64(param_0_addr)  #: rd6
        prefetch_tensormap(param_0_ptr)
        storage_addr = ptx.mov.u32(storage)  #: r44
        full_bar = storage_addr + 73728  #: r28
        one = u32(1)  #: r41
        mbarrier_init(full_bar, one)
        storage_ptr = storage_addr + 73760  #: r30
        const2 = u32(2)  #: r43
        empty_bar = storage_ptr
        for i in range(3):
            mbarrier_init(empty_bar, const2)
            full_bar = storage_addr + (8 * i + 73736)  #: r32..40/4
            mbarrier_init(full_bar, one)
            empty_bar = storage_addr + (8 * i + 73768)  #: r34..42/4
        mbarrier_init(empty_bar, const2)
        fence_mbarrier_init_release()
    barrier_cluster()
    tid_below128 = tid.u32 < 128  #: p2
    acc = (*f[1055:1027:-1], *f[1056:1060])
    with ptx.block() as block:
        with ptx.if_(tid_below128, over=True):
            # producer: loads tiles
            setmaxnreg_dec_sync(40)
            block.leave(when=not_first_thread | (param_3_value < 1))  #: p17 p18
            ctaid_y = ptx.special.ctaid.y()  #: r250
            y = ctaid_y << 6  #: r11
            ctaid = ptx.special.ctaid.x()  #: r251
            param_1_y = ctaid << 6  #: r12
            remaining = reg.from_(param_3_value & 3, b32)  #: r348
            is_less = (param_3_value - 1).u32 < 3  #: r252 p19
            tile_x = reg.from_(u32(0), b32)  #: r345
            with ptx.unless(is_less):
                remaining_b = reg.from_(param_3_value - remaining, b32)  #: r344
                tile_x.set(0)
                param_0_map = ptx.cvta.param.u64(param_0_addr)  #: rd63
                param_1_map = ptx.cvta.param.u64(param_1_addr)  #: rd64
                with ptx.loop() as loop:
                    parity = ~(tile_x >> 2) & 1  #: r302 r303 r255
                    storage_addr = ptx.mov.u32(storage)  #: r258
                    empty_bar = storage_addr + 73760  #: r254
                    mbarrier_wait(empty_bar, parity)
                    storage_ptr = storage_addr + 73728  #: r263
                    tx_count = u32(16384)  #: r293
                    mbarrier_arrive_expect_tx(storage_ptr, tx_count)
                    tile_x_times64 = tile_x << 6  #: r264
                    full_bar, x, dst_tile = (storage_ptr, tile_x_times64, storage_addr)
                    for i in range(3):
                        cp_async_bulk_tensor_shared_cluster(
                            dst_tile, param_0_map, (x, y), full_bar
                        )
                        storage_ptr = storage_addr + (8192 * i + 32768)  #: r262..286/12
                        cp_async_bulk_tensor_shared_cluster(
                            storage_ptr, param_1_map, (x, param_1_y), full_bar
                        )
                        tile_x_sum = tile_x + (i + 1)  #: r304..310/3
                        high = tile_x_sum >> 2  #: r305..311/3
                        parity = ~high & 1  #: (r306..312/3 r267..291/12)
                        empty_bar = storage_addr + (8 * i + 73768)  #: r266..290/12
                        mbarrier_wait(empty_bar, parity)
                        full_bar = storage_addr + (8 * i + 73736)  #: r275..299/12
                        mbarrier_arrive_expect_tx(full_bar, tx_count)
                        x = tile_x_sum << 6  #: r276..300/12
                        dst_tile = storage_addr + (8192 * i + 8192)  #: r270..294/12
                    cp_async_bulk_tensor_shared_cluster(
                        dst_tile, param_0_map, (x, y), full_bar
                    )
                    dst_tile = storage_addr + 57344  #: r298
                    cp_async_bulk_tensor_shared_cluster(
                        dst_tile, param_1_map, (x, param_1_y), full_bar
                    )
                    tile_x += 4
                    remaining_b -= 4
                    loop.again(when=remaining_b != 0)  #: p20
            block.leave(when=remaining == 0)  #: p21
            x = reg.from_(tile_x << 6, b32)  #: r346
            storage_addr = ptx.mov.u32(storage)  #: r329
            param_0_map = ptx.cvta.param.u64(param_0_addr)  #: rd65
            param_1_map = ptx.cvta.param.u64(param_1_addr)  #: rd66
            with ptx.loop() as loop_2:
                ptx.pragma("nounroll")
                parity = ~(tile_x >> 2) & 1  #: r325 r326 r314
                storage_ptr = storage_addr + ((tile_x << 3) & 24)  #: r327 r328 r330
                mbarrier_wait(storage_ptr + 73760, parity)  #: r313
                full_bar = storage_ptr + 73728  #: r315
                mbarrier_arrive_expect_tx(full_bar, u32(16384))  #: r316
                storage_ptr = storage_addr + (
                    (tile_x << 13) & 0x6000
                )  #: r331 r332 r317
                cp_async_bulk_tensor_shared_cluster(
                    storage_ptr, param_0_map, (x, y), full_bar
                )
                cp_async_bulk_tensor_shared_cluster(
                    storage_ptr + 32768, param_1_map, (x, param_1_y), full_bar
                )  #: r321
                tile_x += 1
                x += 64
                remaining -= 1
                loop_2.again(when=remaining != 0)  #: p22
            block.leave()
        # consumers: wgmma m64n64k16, bf16
        setmaxnreg_inc_sync(232)
        with ptx.if_(param_3_value >= 1) as block_2:  #: p3
            matches = param_3_value == 1  #: p4
            j = reg.from_(u32(0), b32)  #: r342
            with ptx.unless(matches):
                remaining = reg.from_(
                    param_3_value - (param_3_value & 1), b32
                )  #: r47 r341
                j.set(0)
                with ptx.loop() as loop_3:
                    tid_differs128 = tid != 128  #: p5
                    parity = (j >> 2) & 1  #: r55 r49
                    one = u32(1)  #: r53
                    storage_offset = (j << 3) & 16  #: r56 r57
                    storage_addr = ptx.mov.u32(storage)  #: r58
                    storage_ptr = storage_addr + storage_offset  #: r59
                    full_bar = storage_ptr + 73728  #: r48
                    mbarrier_wait(full_bar, parity)
                    wgmma_fence()
                    storage_at = storage_addr + ((j << 13) & 0x4000)  #: r60..62
                    wide = ptx.cvt.u64.u32((storage_at & 0x3FC00) >> 4)  #: r63 r64 rd15
                    a_desc = wide | DESCRIPTOR_128B  #: rd7
                    high = ((storage_at + 32768) & 0x3FC00) >> 4  #: r65..67
                    b_desc = ptx.cvt.u64.u32(high) | DESCRIPTOR_128B  #: rd16 rd8
                    flag = ptx.selp.u32(1, 0, j != 0)  #: p6 r50
                    wgmma_mma_async(acc, a_desc, b_desc, flag)
                    wgmma_group_and_wait(storage_at, acc, one)  #: &wgmma_group
                    with ptx.unless(tid_differs128):
                        release_stage = j & 2  #: r334
                        storage_ptr = storage_addr + (release_stage << 3)  #: r90 r92
                        empty_bar = storage_ptr + 73760  #: r86
                        mapa_mbarrier_arrive(empty_bar, u32(0))  #: r87
                        mapa_mbarrier_arrive(empty_bar, one)
                    j_sum = j + 1  #: r100
                    parity = (j_sum >> 2) & 1  #: r101 r94
                    storage_ptr = storage_addr + ((j_sum << 3) & 24)  #: r102 r103 r105
                    full_bar = storage_ptr + 73728  #: r93
                    mbarrier_wait(full_bar, parity)
                    wgmma_fence()
                    storage_ptr = storage_addr + ((j_sum << 13) & 0x6000)  #: r106..108
                    high = (storage_ptr & 0x3FC00) >> 4  #: r109 r110
                    a_desc = ptx.cvt.u64.u32(high) | DESCRIPTOR_128B  #: rd31 rd23
                    high = ((storage_ptr + 32768) & 0x3FC00) >> 4  #: r111..113
                    b_desc = ptx.cvt.u64.u32(high) | DESCRIPTOR_128B  #: rd32 rd24
                    wgmma_mma_async(acc, a_desc, b_desc, one)
                    wgmma_group_and_wait(storage_ptr, acc, one)  #: &wgmma_group_2
                    with ptx.unless(tid_differs128):
                        release_stage = (j + 1) & 3  #: r337 r336
                        storage_addr = ptx.mov.u32(storage)  #: r335
                        storage_ptr = storage_addr + (release_stage << 3)  #: r136 r138
                        empty_bar = storage_ptr + 73760  #: r132
                        mapa_mbarrier_arrive(empty_bar, u32(0))  #: r133
                        mapa_mbarrier_arrive(empty_bar, u32(1))  #: r135
                    j += 2
                    remaining -= 2
                    loop_3.again(when=remaining != 0)  #: p8
            param_3_value = ptx.ld.param.u32([param_3])  #: r333
            one_true = ((param_3_value & 1).b32 == 1) ^ ptx.mov.pred(0)  #: r139 p9..11
            block_2.leave(when=~one_true)  #: p12
            tid_differs128 = tid != 128  #: p13
            parity = (j >> 2) & 1  #: r147 r141
            one = u32(1)  #: r145
            storage_offset = (j << 3) & 24  #: r148 r149
            storage_addr = ptx.mov.u32(storage)  #: r150
            storage_ptr = storage_addr + storage_offset  #: r151
            full_bar = storage_ptr + 73728  #: r140
            mbarrier_wait(full_bar, parity)
            wgmma_fence()
            storage_ptr = storage_addr + ((j << 13) & 0x6000)  #: r152..154
            wide = ptx.cvt.u64.u32((storage_ptr & 0x3FC00) >> 4)  #: r155 r156 rd47
            a_desc = wide | DESCRIPTOR_128B  #: rd39
            high = ((storage_ptr + 32768) & 0x3FC00) >> 4  #: r157..159
            b_desc = ptx.cvt.u64.u32(high) | DESCRIPTOR_128B  #: rd48 rd40
            flag = ptx.selp.u32(1, 0, j != 0)  #: p14 r142
            wgmma_mma_async(acc, a_desc, b_desc, flag)
            wgmma_group_and_wait(storage_ptr, acc, one)  #: &wgmma_group_3
            block_2.leave(when=tid_differs128)
            release_stage = j & 3  #: r339
            empty_bar = storage_addr + (release_stage << 3) + 73760  #: r182 r184 r178
            mapa_mbarrier_arrive(empty_bar, u32(0))  #: r179
            mapa_mbarrier_arrive(empty_bar, one)
        tid = ptx.special.tid.x()  #: r338
        tid_minus128 = tid - 128  #: r222
        high = tid_minus128.s32 >> 31  #: r223
        tid_minus128_sum = tid_minus128 + (high >> 27)  #: r224 r225
        index = (tid_minus128_sum >> 1) & 0x7FFFFFF0  #: r226 r227
        index_b = (tid_minus128 + (high >> 28)) & 0x1FFFFF0  #: r228..230
        storage_index = index + (tid_minus128 - index_b)  #: r231 r232
        diff = tid_minus128 - (tid_minus128_sum & -32)  #: r233 r234
        offset = diff + ((diff.s32 >> 31) >> 28)  #: r235..237
        packed = reg.run(b32, 4)  #: r185..188
        for i in range(4):
            packed[i] = cvt_rn(f[1054 - 2 * i], f[1055 - 2 * i])
        storage_offset = storage_index << 7  #: r238
        storage_addr = ptx.mov.u32(storage)  #: r239
        storage_ptr = storage_addr + storage_offset  #: r240
        storage_ptr = storage_ptr + (offset & -16)  #: r241 r242
        stmatrix_sync_aligned(storage_ptr + 65536, packed[0:4])  #: r189
        packed = reg.run(b32, 4)  #: r194..197
        for i in range(4):
            packed[i] = cvt_rn(f[1046 - 2 * i], f[1047 - 2 * i])
        stmatrix_sync_aligned(storage_ptr + 65568, packed[0:4])  #: r198
        packed = reg.run(b32, 4)  #: r203..206
        for i in range(4):
            packed[i] = cvt_rn(f[1038 - 2 * i], f[1039 - 2 * i])
        stmatrix_sync_aligned(storage_ptr + 65600, packed[0:4])  #: r207
        packed = reg.run(b32, 4)  #: r212..215
        packed[0] = cvt_rn(f[1030], f[1031])
        packed[1] = cvt_rn(f[1028], f[1029])
        packed[2] = cvt_rn(f[1057], f[1056])
        packed[3] = cvt_rn(f[1059], f[1058])
        storage_ptr = storage_ptr + 65632  #: r216
        stmatrix_sync_aligned(storage_ptr, packed[0:4])
        fence_proxy_async()
        bar_sync(1, 128)
        block.leave(when=tid_minus128 != 0)  #: p15
        param_2_addr = ptx.mov.b64(param_2)  #: rd67
        ctaid = ptx.special.ctaid.x()  #: r246
        x = ctaid << 6  #: r244
        ctaid_y = ptx.special.ctaid.y()  #: r247
        y = ctaid_y << 6  #: r245
        param_2_map = ptx.cvta.param.u64(param_2_addr)  #: rd55
        src_tile = storage_addr + 65536  #: r243
        cp_async_bulk_tensor_shared_cta(param_2_map, (x, y), src_tile)
        cp_async_bulk_commit_group()
        cp_async_bulk_wait_group(0)
    barrier_cluster_2()
    ptx.ret()
    #: &wgmma_group: (r68..83/3 r69..84/3 r70..85/3 rd17..22 rd9..14)
    #: &wgmma_group_2: (r114..129/3 r115..130/3 r116..131/3 rd33..38 rd25..30)
    #: &wgmma_group_3: (r160..175/3 r161..176/3 r162..177/3 rd49..54 rd41..46)


@kernel(symbol="_Z9copy_bulkPK6float4PS_j")
def copy_bulk(param_0: u64, param_1: u64, param_2: u32):
    """copy_bulk(float4 const*, float4*, unsigned int)"""
    reg.bulk(p=2, f=2, r=26, rd=8)
    bar = var("shared", u64, "_ZZ9copy_bulkPK6float4PS_jE3bar", align=8)
    param_0_base = ptx.ld.param.u64([param_0])  #: rd1
    param_1_base = ptx.ld.param.u64([param_1])  #: rd2
    param_2 = ptx.ld.param.u32([param_2])  #: r2
    tid = ptx.special.tid.x()  #: r1
    with ptx.if_(tid == 0):  #: p1
        full_bar = ptx.mov.u32(bar)  #: r3
        mbarrier_init(full_bar, u32(1))  #: r4
        mbarrier_arrive_expect_tx(full_bar, param_2)
        dst_tile = ptx.mov.u32(buffer)  #: r7
        cp_async_bulk(dst_tile, param_0_base, param_2, full_bar)
    ptx.bar.sync(0)
    full_bar = ptx.mov.u32(bar)  #: r10
    mbarrier_wait(full_bar, u32(0))  #: r11
    cta_rank = read_cluster_ctarank()  #: r12
    ntid = ptx.special.ntid.x()  #: r13
    param_1_index = ptx.mad.lo.s32(cta_rank, ntid, tid)  #: r14
    param_1_global = ptx.cvta.to.global_.u64(param_1_base)  #: rd5
    param_1_ptr = param_1_global + ptx.mul.wide.u32(param_1_index, 16)  #: rd6..7
    buffer_offset = tid << 4  #: r15
    buffer_vals = reg.run(b32, 4)  #: r18..21
    buffer_vals[0:4] = ptx.ld.shared.v4.u32(
        [ptx.mov.u32(buffer) + buffer_offset]
    )  #: r16 r17
    ptx.st.global_.v4.u32([param_1_ptr], buffer_vals[0:4])
    griddepcontrol_wait()
    griddepcontrol_launch_dependents()
    one = f32(1.0)  #: f1
    red_global_add(param_1_base, (one, one, one, one))
    ptx.ret()


ptx.layout(
    {
        "wgmma": (
            "\n",
            "||||||| |||   ||   ||   ||   ||   ||   ||   ||    ||   ||   ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||   ||  ||  ||  ||  ||  ||  ||  ||| || || || || || || |",
        )
    }
)
