"""From graphs and procedures to machine code, in this process, with LLVM."""
