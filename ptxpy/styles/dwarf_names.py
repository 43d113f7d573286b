"""The names of DWARF constants, as LLVM prints them: DWARF 2 to 5, GNU and LLVM extensions.

The tables of the standard are dense, so each is written as a run of names, with a dash for an
unassigned number. Extensions that LLVM never writes for a GPU (HP, SUN, Altium, Borland…) are left
out.
"""

from __future__ import annotations


def _run(prefix: str, first: int, names: str) -> dict[int, str]:
    """Return names by number, counted from `first`; a dash skips a number."""
    return {
        number: prefix + name
        for number, name in enumerate(names.split(), start=first)
        if name != "-"
    }


TAGS: dict[int, str] = {
    **_run(
        "DW_TAG_",
        0x01,
        """
        array_type class_type entry_point enumeration_type formal_parameter - -
        imported_declaration - label lexical_block - member - pointer_type
        reference_type compile_unit string_type structure_type - subroutine_type typedef union_type
        unspecified_parameters variant common_block common_inclusion inheritance
        inlined_subroutine module ptr_to_member_type
        set_type subrange_type with_stmt access_declaration base_type catch_block const_type
        constant enumerator file_type friend namelist namelist_item packed_type subprogram
        template_type_parameter template_value_parameter thrown_type try_block variant_part
        variable volatile_type dwarf_procedure restrict_type interface_type namespace
        imported_module unspecified_type partial_unit imported_unit - condition
        shared_type type_unit rvalue_reference_type template_alias coarray_type generic_subrange
        dynamic_type atomic_type call_site call_site_parameter skeleton_unit immutable_type
        """,
    ),
    0x4081: "DW_TAG_MIPS_loop",
    **_run(
        "DW_TAG_",
        0x4101,
        """
        format_label function_template class_template GNU_BINCL GNU_EINCL
        GNU_template_template_param GNU_template_parameter_pack GNU_formal_parameter_pack
        GNU_call_site GNU_call_site_parameter
        """,
    ),
    0x4200: "DW_TAG_APPLE_property",
    0x4300: "DW_TAG_LLVM_ptrauth_type",
    0x6000: "DW_TAG_LLVM_annotation",
}
"""Kinds of entries, by `DW_TAG` number."""

ATTRIBUTES: dict[int, str] = {
    **_run(
        "DW_AT_",
        0x01,
        """
        sibling location name - - - - - ordering - byte_size bit_offset bit_size - -
        stmt_list low_pc high_pc language - discr discr_value visibility import string_length
        common_reference comp_dir const_value containing_type default_value -
        inline is_optional lower_bound - - producer - prototyped - - return_addr - start_scope -
        bit_stride upper_bound
        - abstract_origin accessibility address_class artificial base_types calling_convention
        count data_member_location decl_column decl_file decl_line declaration discr_list encoding
        external
        frame_base friend identifier_case macro_info namelist_item priority segment specification
        static_link type use_location variable_parameter virtuality vtable_elem_location allocated
        associated
        data_location byte_stride entry_pc use_UTF8 extension ranges trampoline call_column
        call_file call_line description binary_scale decimal_scale small decimal_sign digit_count
        picture_string mutable threads_scaled explicit object_pointer endianity elemental pure
        recursive signature main_subprogram data_bit_offset const_expr enum_class linkage_name
        string_length_bit_size
        string_length_byte_size rank str_offsets_base addr_base rnglists_base dwo_id dwo_name
        reference rvalue_reference macros call_all_calls call_all_source_calls call_all_tail_calls
        call_return_pc call_value call_origin
        call_parameter call_pc call_tail_call call_target call_target_clobbered call_data_location
        call_data_value noreturn alignment export_symbols deleted defaulted loclists_base - - -
        language_name language_version
        """,
    ),
    **_run(
        "DW_AT_",
        0x2001,
        """
        MIPS_fde MIPS_loop_begin MIPS_tail_loop_begin MIPS_epilog_begin MIPS_loop_unroll_factor
        MIPS_software_pipeline_depth MIPS_linkage_name MIPS_stride MIPS_abstract_name
        MIPS_clone_origin MIPS_has_inlines MIPS_stride_byte MIPS_stride_elem MIPS_ptr_dopetype
        MIPS_allocatable_dopetype MIPS_assumed_shape_dopetype MIPS_assumed_size
        """,
    ),
    **_run(
        "DW_AT_",
        0x2101,
        """
        sf_names src_info mac_info src_coords body_begin body_end GNU_vector - - - - - - -
        GNU_odr_signature GNU_template_name GNU_call_site_value GNU_call_site_data_value
        GNU_call_site_target GNU_call_site_target_clobbered GNU_tail_call GNU_all_tail_call_sites
        GNU_all_call_sites GNU_all_source_call_sites GNU_macros GNU_deleted
        """,
    ),
    **_run(
        "DW_AT_",
        0x2130,
        """
        GNU_dwo_name GNU_dwo_id GNU_ranges_base GNU_addr_base GNU_pubnames GNU_pubtypes
        GNU_discriminator GNU_locviews GNU_entry_view
        """,
    ),
    **_run(
        "DW_AT_",
        0x2301,
        "use_GNAT_descriptive_type GNAT_descriptive_type GNU_numerator GNU_denominator GNU_bias",
    ),
    **_run(
        "DW_AT_",
        0x3E00,
        """
        LLVM_include_path LLVM_config_macros LLVM_sysroot LLVM_tag_offset LLVM_ptrauth_key
        LLVM_ptrauth_address_discriminated LLVM_ptrauth_extra_discriminator LLVM_apinotes
        LLVM_ptrauth_isa_pointer LLVM_ptrauth_authenticates_null_values
        LLVM_ptrauth_authentication_mode LLVM_num_extra_inhabitants LLVM_stmt_sequence
        LLVM_coro_suspend_idx
        """,
    ),
    **_run(
        "DW_AT_",
        0x3FE1,
        """
        APPLE_optimized APPLE_flags APPLE_isa APPLE_block APPLE_major_runtime_vers
        APPLE_runtime_class APPLE_omit_frame_ptr APPLE_property_name APPLE_property_getter
        APPLE_property_setter APPLE_property_attribute APPLE_objc_complete_type APPLE_property
        APPLE_objc_direct APPLE_sdk APPLE_origin APPLE_enum_kind
        """,
    ),
}
"""Attributes of entries, by `DW_AT` number."""

FORMS: dict[int, str] = {
    **_run(
        "DW_FORM_",
        0x01,
        """
        addr - block2 block4 data2 data4 data8 string block block1 data1 flag sdata strp udata
        ref_addr ref1 ref2 ref4 ref8 ref_udata indirect sec_offset exprloc flag_present strx addrx
        ref_sup4 strp_sup data16 line_strp
        ref_sig8 implicit_const loclistx rnglistx ref_sup8 strx1 strx2 strx3 strx4 addrx1 addrx2
        addrx3 addrx4
        """,
    ),
    0x1F01: "DW_FORM_GNU_addr_index",
    0x1F02: "DW_FORM_GNU_str_index",
    0x1F20: "DW_FORM_GNU_ref_alt",
    0x1F21: "DW_FORM_GNU_strp_alt",
    0x2001: "DW_FORM_LLVM_addrx_offset",
}
"""Encodings of an attribute's value, by `DW_FORM` number."""

OPERATIONS: dict[int, str] = {
    **_run(
        "DW_OP_",
        0x03,
        """
        addr - - deref - const1u const1s const2u const2s const4u const4s const8u const8s
        constu consts dup drop over pick swap rot xderef abs and div minus mod mul neg not
        or plus plus_uconst shl shr shra xor bra eq ge gt le lt ne skip
        """,
    ),
    **{0x30 + number: f"DW_OP_lit{number}" for number in range(32)},
    **{0x50 + number: f"DW_OP_reg{number}" for number in range(32)},
    **{0x70 + number: f"DW_OP_breg{number}" for number in range(32)},
    **_run(
        "DW_OP_",
        0x90,
        """
        regx fbreg bregx piece deref_size xderef_size nop push_object_address call2 call4 call_ref
        form_tls_address call_frame_cfa bit_piece implicit_value stack_value
        implicit_pointer addrx constx entry_value const_type regval_type deref_type xderef_type
        convert reinterpret
        """,
    ),
    0xE0: "DW_OP_GNU_push_tls_address",
    0xE9: "DW_OP_LLVM_user",
    0xF0: "DW_OP_APPLE_uninit",
    0xF3: "DW_OP_GNU_entry_value",
    0xFB: "DW_OP_GNU_addr_index",
    0xFC: "DW_OP_GNU_const_index",
}
"""Operations of location expressions, by `DW_OP` number."""

CHILDREN: dict[int, str] = _run("DW_CHILDREN_", 0, "no yes")
"""Whether entries of an abbreviation have children."""

ACCESSIBILITIES: dict[int, str] = _run("DW_ACCESS_", 1, "public protected private")
"""Values of `DW_AT_accessibility`."""

MACROS: dict[int, str] = {
    **_run("DW_MACINFO_", 1, "define undef start_file end_file"),
    0xFF: "DW_MACINFO_vendor_ext",
}
"""Kinds of entries of `.debug_macinfo`."""

INDEX_KINDS: tuple[str, ...] = (
    "NONE",
    "TYPE",
    "VARIABLE",
    "FUNCTION",
    "OTHER",
    "UNUSED5",
    "UNUSED6",
    "UNUSED7",
)
"""Kinds of names in the GNU flavour of `.debug_pubnames` and `.debug_pubtypes`."""

INDEX_LINKAGES: tuple[str, ...] = ("EXTERNAL", "STATIC")
"""Linkage of names in the GNU flavour of `.debug_pubnames` and `.debug_pubtypes`."""
