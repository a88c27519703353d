//go:build !race

package budgettest

// slower is 1 without the race detector.
const slower = 1
