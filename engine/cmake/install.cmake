install(TARGETS ${KOBLITZ_LIBRARIES}
  EXPORT libsecp256k1-targets
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
# Installed headers know how the library was built.
if(KOBLITZ_REMOVED_FUNCTIONS)
  file(READ include/secp256k1.h header)
  string(REPLACE "#define SECP256K1_H\n"
    "#define SECP256K1_H\n\n#ifndef KOBLITZ_REMOVED_FUNCTIONS\n#define KOBLITZ_REMOVED_FUNCTIONS\n#endif\n" header "${header}")
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/include/secp256k1.h CONTENT "${header}" @ONLY)
  list(TRANSFORM KOBLITZ_HEADERS REPLACE "^include/secp256k1.h$" ${CMAKE_CURRENT_BINARY_DIR}/include/secp256k1.h)
endif()
install(FILES ${KOBLITZ_HEADERS} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/libsecp256k1)
install(EXPORT libsecp256k1-targets NAMESPACE libsecp256k1:: DESTINATION ${package_dir})
configure_package_config_file(
  cmake/libsecp256k1-config.cmake.in libsecp256k1-config.cmake
  INSTALL_DESTINATION ${package_dir}
  NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(libsecp256k1-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/libsecp256k1-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/libsecp256k1-config-version.cmake
  DESTINATION ${package_dir})

# Found from the file itself, since --prefix may install elsewhere; a folder of libraries that is absolute it does not move.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(pc_prefix "${CMAKE_INSTALL_PREFIX}")
else()
  file(RELATIVE_PATH pc_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  string(CONCAT pc_prefix "\${pcfiledir}/" "${pc_prefix}")
  string(REGEX REPLACE "/$" "" pc_prefix "${pc_prefix}")
endif()
# Folders may be given absolute.
set(pc_libdir "\${exec_prefix}")
set(pc_includedir "\${prefix}")
cmake_path(APPEND pc_libdir "${CMAKE_INSTALL_LIBDIR}")
cmake_path(APPEND pc_includedir "${CMAKE_INSTALL_INCLUDEDIR}")
set(pc_static "")
if(NOT BUILD_SHARED_LIBS)
  set(pc_static " -DSECP256K1_STATIC")
endif()
configure_file(cmake/libsecp256k1.pc.in libsecp256k1.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/libsecp256k1.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
