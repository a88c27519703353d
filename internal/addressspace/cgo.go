//go:build cgo && linux

package addressspace

import (
	"os"
	"syscall"
)

// smallStack is the size of a C thread's stack in bytes, on which Go runs none of its own code.
const smallStack = 1 << 20

// save starts the program anew, in the same process, where the address space is bounded: with one arena of malloc and small stacks of
// threads, which glibc reads at the start only. A binary with cgo (the net package's resolver) takes 450 MB of addresses more without
// it. It returns where there is nothing to do, or where it cannot be done.
func save() bool {
	const arenas = "MALLOC_ARENA_MAX"
	var space, stack syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &space) != nil || space.Cur > 1<<40 || os.Getenv(arenas) != "" {
		return true
	}
	self, err := os.Executable()
	if err != nil || syscall.Getrlimit(syscall.RLIMIT_STACK, &stack) != nil {
		return true
	}
	stack.Cur = min(stack.Cur, smallStack)
	if syscall.Setrlimit(syscall.RLIMIT_STACK, &stack) == nil {
		_ = syscall.Exec(self, os.Args, append(os.Environ(), arenas+"=1")) // without it there is less room, no more
	}
	return true
}
