/* The driver, as the linker sees it: it has to be loaded, and defines nothing that is called by name. */
typedef int nothing;
