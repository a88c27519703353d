// Package addressspace lets the program start under a limit of its address space (`ulimit -v`), with cgo or without. It is imported only
// for its initialisation, which must run before that of the analysers' packages: they need much memory before main starts (at 1 GiB, 8 of
// 200 starts failed). It imports only os and syscall, so that Go initialises it first.
package addressspace

var _ = restart()
