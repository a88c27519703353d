//go:build unix

// Package cputime measures what benchmarks cost on a machine that does other things as well.
package cputime

import (
	"syscall"
	"time"
)

// Used returns what this process has used of all processors.
func Used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // the arguments are constants
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
