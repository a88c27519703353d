package gen

import (
	"os"
	"runtime/debug"
)

// frugalPercent is what may become garbage, in percent of what is in use, before it is collected while pairs are drawn and
// shards are made.
const frugalPercent = 10

// frugal lets the garbage collector come early until restore is called, so that a table of pairs costs little more than
// itself and not twice as much. Tables, candidates and drawn pairs have hardly any pointers, which makes a collection cheap. GOGC is left alone where
// it is set.
func frugal() (restore func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(frugalPercent)
	return func() { debug.SetGCPercent(before) }
}
