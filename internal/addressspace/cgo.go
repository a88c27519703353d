//go:build cgo && linux

package addressspace

import (
	"os"
	"syscall"
)

// smallStack is the size of a C thread's stack in bytes, on which Go runs none of its own code.
const smallStack = 1 << 20

// restart restarts the program in the same process if the address space is limited, with one malloc arena and small thread stacks. glibc
// reads these settings only at start. Without them a cgo binary (for the net package's resolver) takes 450 MB more of addresses. restart
// returns true if there is nothing to do, or if the restart fails.
func restart() bool {
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
		_ = syscall.Exec(self, os.Args, append(os.Environ(), arenas+"=1")) // on failure the program goes on with less memory
	}
	return true
}
