package main

import (
	"bytes"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// listening gives the addresses that this process listens on, by inode, as proc(5) tells: of the sockets in /proc/net those in state
// 0A that are open here.
func listening(t *testing.T) map[string]string {
	t.Helper()
	mine := map[string]bool{}
	fds, err := filepath.Glob("/proc/self/fd/*")
	if err != nil || len(fds) == 0 {
		t.Skip("no /proc here")
	}
	for _, fd := range fds {
		if to, err := os.Readlink(fd); err == nil {
			mine[strings.TrimSuffix(strings.TrimPrefix(to, "socket:["), "]")] = true
		}
	}
	found := map[string]string{}
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		raw, err := os.ReadFile(table)
		if err != nil {
			continue
		}
		for line := range bytes.Lines(raw) {
			if f := strings.Fields(string(line)); len(f) > 9 && f[3] == "0A" && mine[f[9]] {
				found[f[9]] = f[1]
			}
		}
	}
	return found
}

// The runner that is used without --runner opens no port, and leaves the bytes of one machine.
func TestNobodyListens(t *testing.T) {
	before := listening(t) // other tests' engines stay
	control := must.Get(net.Listen("tcp", "localhost:0"))(t)
	if len(listening(t)) != len(before)+1 {
		t.Fatal("a port that was opened is not found")
	}
	control.Close()

	runner := root().Flags().Lookup("runner").DefValue
	c := config(t, func(g *configs.Gen) { g.Vectors, g.Axioms = "", "tfc1, lnc2" })
	out := claim(t)
	var during []string
	done := make(chan error)
	go func() {
		_, err := run(t.Context(), c, out, nil, 5, runner, "")
		done <- err
	}()
	for ended := false; !ended; {
		select {
		case err := <-done:
			must.Do(t, err)
			ended = true
		default:
		}
		for inode, address := range listening(t) {
			if _, known := before[inode]; !known {
				during = append(during, address)
			}
		}
	}
	if len(during) > 0 {
		t.Errorf("--runner %s listens on %v", runner, during)
	}
	same(t, single(t, c), files(t, out))
}
