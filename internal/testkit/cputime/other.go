//go:build !unix

// Package cputime measures what benchmarks cost on a machine that does other things as well.
package cputime

import "time"

var started = time.Now()

// Used returns the time passed, which on an idle machine is what one thread uses.
func Used() time.Duration { return time.Since(started) }
