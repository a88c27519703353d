// Command mutants changes one place of the code at a time and counts the changes that the tests notice. A change that no test notices is
// printed with its place: a test is missing there, or the code is not needed, or the change is equivalent. Those that are known to be
// equivalent stand in equivalent.tsv with the reason, and are left out of the count.
//
// Usage: go run ./.ci/mutants [-n 200] [-seed 1] [-only FILE:LINE] PACKAGE[=TESTPACKAGE,..] ..
package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	number := flag.Int("n", 200, "how many mutants")
	seed := flag.Uint64("seed", 1, "of the draw of places")
	only := flag.String("only", "", "FILE:LINE: only the mutants of a line")
	limit := flag.Duration("limit", 3*time.Minute, "of the tests of one mutant; a mutant that takes longer is killed")
	short := flag.Bool("short", false, "run the tests with -short")
	flag.Parse()
	known, err := readEquivalent(equivalentTable)
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
	var list []mutant
	for _, target := range flag.Args() {
		code, tests, ok := strings.Cut(target, "=")
		if !ok {
			tests = code
		}
		here, err := mutantsOf(code)
		if err != nil {
			fmt.Fprintln(os.Stderr, "error:", err)
			os.Exit(1)
		}
		for i := range here {
			here[i].tests = strings.Split(tests, ",")
		}
		list = append(list, here...)
	}
	places := len(list)
	if *only != "" {
		list = slices.DeleteFunc(list, func(m mutant) bool { return !strings.HasPrefix(m.place+":", *only+":") })
	} else {
		random := rand.New(rand.NewPCG(*seed, 0))
		random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		list = list[:min(*number, len(list))]
		slices.SortStableFunc(list, func(a, b mutant) int { return cmp.Compare(a.file, b.file) })
	}
	killed, of, same := 0, 0, 0
	for i, m := range list {
		verdict, err := m.try(*limit, *short)
		if err != nil {
			fmt.Fprintln(os.Stderr, "error:", err)
			os.Exit(1)
		}
		why := known[m.key()]
		switch {
		case verdict == noticed:
			killed, of = killed+1, of+1
		case verdict == survived && why != "":
			same++
		case verdict == survived:
			of++
		}
		if verdict != noticed || *only != "" {
			fmt.Printf("%d of %d: %s: %s: %s %s\n", i+1, len(list), m.place, m.change, verdict, why)
		}
	}
	fmt.Printf("killed %d of %d (%d places; %d equivalent, %d did not compile)\n", killed, of, places, same, len(list)-of-same)
}

// verdict is the tests' answer to a mutant.
type verdict string

const (
	noticed  verdict = "killed"
	survived verdict = "SURVIVED"
	broken   verdict = "does not compile"
)

// try runs the tests over the code with the mutant in the place of its file.
func (m mutant) try(limit time.Duration, short bool) (verdict, error) {
	folder, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(folder)
	scratch := filepath.Join(folder, "tmp")
	if err := os.Mkdir(scratch, 0o777); err != nil {
		return "", err
	}
	changed, overlay := filepath.Join(folder, "changed.go"), filepath.Join(folder, "overlay.json")
	file, err := filepath.Abs(m.file)
	if err != nil {
		return "", err
	}
	table, err := json.Marshal(map[string]any{"Replace": map[string]string{file: changed}})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(changed, m.source(), 0o666); err != nil {
		return "", err
	}
	if err := os.WriteFile(overlay, table, 0o666); err != nil {
		return "", err
	}
	if exec.Command("go", "build", "-overlay", overlay, "./"+filepath.Dir(m.file)).Run() != nil {
		return broken, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	args := []string{"test", "-failfast", "-vet=off", "-overlay", overlay, "-timeout", limit.String()}
	if short {
		args = append(args, "-short")
	}
	tests := exec.CommandContext(ctx, "go", append(args, m.tests...)...)
	tests.Env = append(os.Environ(), "TMPDIR="+scratch)
	tests.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // the programs of the tests end with it
	tests.Cancel = func() error { return syscall.Kill(-tests.Process.Pid, syscall.SIGKILL) }
	tests.WaitDelay = time.Second
	go watch(ctx, scratch, cancel)
	var out bytes.Buffer
	tests.Stdout, tests.Stderr = &out, &out
	if err := tests.Run(); err == nil {
		return survived, nil
	}
	if strings.Contains(out.String(), "[build failed]") {
		return broken, nil
	}
	return noticed, nil
}

// mostWritten is what the tests of a mutant may write to their temporary folder, in bytes. Where a loop ends no more, some fill the disk.
const mostWritten = 4 << 30

// watch ends the tests whose temporary folder has grown beyond mostWritten.
func watch(ctx context.Context, folder string, cancel func()) {
	for ctx.Err() == nil {
		var size int64
		_ = filepath.WalkDir(folder, func(_ string, item fs.DirEntry, err error) error { // files come and go
			if err == nil {
				if info, err := item.Info(); err == nil {
					size += info.Size()
				}
			}
			return nil
		})
		if size > mostWritten {
			cancel()
		}
		time.Sleep(time.Second)
	}
}
