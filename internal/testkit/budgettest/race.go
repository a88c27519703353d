//go:build race

package budgettest

// slower is how many times as long work takes under the race detector.
const slower = 10
