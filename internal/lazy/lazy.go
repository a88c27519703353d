// Package lazy compiles regular expressions when they are first used, so that no command pays for those of the others at its start.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that returns the compiled expression. The first call compiles it, and panics if the expression is wrong.
// Inlined, it would add three functions to the program for each expression.
//
//go:noinline
func Regexp(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
