// Package addressspace lets the program start under a bound of its address space (`ulimit -v`), linked with cgo or not. It is imported for
// that alone: the work is done while the program's packages are initialised, because those of the analysers need more room than is left
// before main runs (measured at 1 GiB: 8 of 200 starts failed). It imports os and syscall only, so that Go comes to it before them.
package addressspace

var _ = save()
