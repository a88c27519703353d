package command

import (
	"os"
	"runtime/debug"
)

// collectEarly is what may become garbage, in percent of what is in use, before it is collected while pairs are drawn and shards
// are made.
const collectEarly = 10

// SpareMemory lets the garbage collector come early until restore is called, so that a table of pairs costs little more than itself
// and not twice as much. Tables, candidates and drawn pairs have hardly any pointers, which makes a collection cheap. GOGC is left
// alone where it is set. It is the process's: only a command calls it.
func SpareMemory() (restore func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(collectEarly)
	return func() { debug.SetGCPercent(before) }
}
