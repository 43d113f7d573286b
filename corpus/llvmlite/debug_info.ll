; Full debug information: types, variables, an inlined call, a lexical block.
source_filename = "corpus/llvmlite/clamp.c"

@limit = addrspace(1) global i32 255, align 4, !dbg !40

define ptx_kernel void @clamp_values(ptr addrspace(1) %data, i32 %count) !dbg !10 {
entry:
  %index.slot = alloca i32, align 4
  %value.slot = alloca %pair, align 8
  #dbg_value(ptr addrspace(1) %data, !15, !DIExpression(), !18)
  #dbg_declare(ptr %index.slot, !17, !DIExpression(), !19)
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !19
  store i32 %tid, ptr %index.slot, align 4, !dbg !19
  %inside = icmp slt i32 %tid, %count, !dbg !20
  br i1 %inside, label %then, label %done, !dbg !21

then:
  #dbg_declare(ptr %value.slot, !24, !DIExpression(), !25)
  %place = getelementptr i32, ptr addrspace(1) %data, i32 %tid, !dbg !25
  %value = load i32, ptr addrspace(1) %place, align 4, !dbg !25
  store i32 %value, ptr %value.slot, align 8, !dbg !25
  %high = load i32, ptr addrspace(1) @limit, align 4, !dbg !31
  #dbg_value(i32 %value, !33, !DIExpression(), !34)
  %larger = icmp sgt i32 %value, %high, !dbg !34
  %clamped = select i1 %larger, i32 %high, i32 %value, !dbg !35
  store i32 %clamped, ptr addrspace(1) %place, align 4, !dbg !36
  br label %done, !dbg !37

done:
  ret void, !dbg !38
}

define internal float @half_of(float %x) noinline !dbg !50 {
  #dbg_value(float %x, !52, !DIExpression(), !53)
  %half = fmul float %x, 5.000000e-01, !dbg !53
  ret float %half, !dbg !54
}

define ptx_kernel void @halve(ptr addrspace(1) %data) !dbg !60 {
  %x = load float, ptr addrspace(1) %data, align 4, !dbg !62
  %y = call float @half_of(float %x), !dbg !63
  store float %y, ptr addrspace(1) %data, align 4, !dbg !64
  ret void, !dbg !65
}

%pair = type { i32, [3 x i8] }

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!llvm.ident = !{!4}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "a compiler of our own 1.0", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !5, splitDebugInlining: false, nameTableKind: GNU)
!1 = !DIFile(filename: "clamp.c", directory: "corpus/llvmlite")
!2 = !{i32 2, !"Dwarf Version", i32 2}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{!"a compiler of our own"}
!5 = !{!40}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64)
!8 = !{null, !7, !6}
!9 = !DISubroutineType(types: !8)
!10 = distinct !DISubprogram(name: "clamp_values", linkageName: "clamp_values", scope: !1, file: !1, line: 7, type: !9, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !14)
!14 = !{!15, !16, !17, !24}
!15 = !DILocalVariable(name: "data", arg: 1, scope: !10, file: !1, line: 7, type: !7)
!16 = !DILocalVariable(name: "count", arg: 2, scope: !10, file: !1, line: 7, type: !6)
!17 = !DILocalVariable(name: "index", scope: !10, file: !1, line: 9, type: !6)
!18 = !DILocation(line: 7, column: 24, scope: !10)
!19 = !DILocation(line: 9, column: 13, scope: !10)
!20 = !DILocation(line: 10, column: 15, scope: !10)
!21 = !DILocation(line: 10, column: 9, scope: !10)
!22 = distinct !DILexicalBlock(scope: !10, file: !1, line: 10, column: 24)
!23 = !DIFile(filename: "include/limits and more.h", directory: "corpus/llvmlite")
!24 = !DILocalVariable(name: "value", scope: !22, file: !1, line: 11, type: !26)
!25 = !DILocation(line: 11, column: 21, scope: !22)
!26 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "pair", file: !1, line: 1, size: 64, elements: !27)
!27 = !{!28, !29}
!28 = !DIDerivedType(tag: DW_TAG_member, name: "first", scope: !26, file: !1, line: 2, baseType: !6, size: 32)
!29 = !DIDerivedType(tag: DW_TAG_member, name: "rest", scope: !26, file: !1, line: 3, baseType: !44, size: 24, offset: 32)
!30 = distinct !DISubprogram(name: "at_most", scope: !23, file: !23, line: 3, type: !32, scopeLine: 3, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !45)
!31 = !DILocation(line: 12, column: 30, scope: !22)
!32 = !DISubroutineType(types: !46)
!33 = !DILocalVariable(name: "x", arg: 1, scope: !30, file: !23, line: 3, type: !6)
!34 = !DILocation(line: 4, column: 14, scope: !30, inlinedAt: !39)
!35 = !DILocation(line: 4, column: 10, scope: !30, inlinedAt: !39)
!36 = !DILocation(line: 12, column: 21, scope: !22)
!37 = !DILocation(line: 13, column: 5, scope: !22)
!38 = !DILocation(line: 14, column: 1, scope: !10)
!39 = distinct !DILocation(line: 12, column: 23, scope: !22)
!40 = !DIGlobalVariableExpression(var: !41, expr: !DIExpression())
!41 = distinct !DIGlobalVariable(name: "limit", scope: !0, file: !1, line: 5, type: !42, isLocal: false, isDefinition: true)
!42 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !6)
!43 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!44 = !DICompositeType(tag: DW_TAG_array_type, baseType: !43, size: 24, elements: !47)
!45 = !{!33}
!46 = !{!6, !6}
!47 = !{!48}
!48 = !DISubrange(count: 3)
!50 = distinct !DISubprogram(name: "half_of", scope: !1, file: !1, line: 20, type: !56, scopeLine: 20, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !51)
!51 = !{!52}
!52 = !DILocalVariable(name: "x", arg: 1, scope: !50, file: !1, line: 20, type: !55)
!53 = !DILocation(line: 21, column: 14, scope: !50)
!54 = !DILocation(line: 21, column: 5, scope: !50)
!55 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!56 = !DISubroutineType(types: !57)
!57 = !{!55, !55}
!60 = distinct !DISubprogram(name: "halve", scope: !1, file: !1, line: 24, type: !61, scopeLine: 24, spFlags: DISPFlagDefinition, unit: !0)
!61 = !DISubroutineType(types: !66)
!62 = !DILocation(line: 25, column: 15, scope: !60)
!63 = !DILocation(line: 26, column: 15, scope: !60)
!64 = !DILocation(line: 27, column: 10, scope: !60)
!65 = !DILocation(line: 28, column: 1, scope: !60)
!66 = !{null, !67}
!67 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !55, size: 64)
