package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// verdict is the tests' answer to a mutant.
type verdict string

const (
	noticed    verdict = "killed"
	survived   verdict = "SURVIVED"
	equivalent verdict = "equivalent:"
	broken     verdict = "does not compile"
)

// tryAll runs the tests of a package with each of its mutants, and passes their verdicts on.
func tryAll(folder string, list []mutant, limit time.Duration, show func(m mutant, v verdict)) error {
	if len(list) == 0 {
		return nil
	}
	check, err := newChecker(folder)
	if err != nil {
		return err
	}
	switched, alone, useless := divide(list, check)
	for _, m := range useless {
		show(m, broken)
	}
	if len(switched) > 0 {
		p, err := build(folder, overlayOf(switched, check.name))
		if err != nil {
			return err
		}
		defer p.remove()
		if v := p.run(0, limit); v != survived {
			return fmt.Errorf("%s: the tests fail without any mutant", folder)
		}
		few := p.run(0, limit, fewChecks) == survived // the package has properties
		for _, m := range switched {
			v := survived
			if few {
				v = p.run(m.number, limit, fewChecks)
			}
			if v == survived {
				v = p.run(m.number, limit)
			}
			show(m.mutant, v)
		}
	}
	for _, m := range alone {
		p, err := build(folder, map[string][]byte{m.file: m.source()})
		if err != nil { // the tests do not compile with it
			show(m, broken)
			continue
		}
		show(m, p.run(0, limit))
		p.remove()
	}
	return nil
}

// program is the test program of a package, with some of its files changed, in a temporary folder.
type program struct {
	home   string // its folder, in which tests run
	folder string
}

func (p program) remove()         { os.RemoveAll(p.folder) }
func (p program) binary() string  { return filepath.Join(p.folder, "package.test") }
func (p program) scratch() string { return filepath.Join(p.folder, "tmp") }

// build compiles the tests of a package with other texts in the place of files.
func build(folder string, texts map[string][]byte) (p program, err error) {
	p.home = folder
	if p.folder, err = os.MkdirTemp("", "mutants-"); err != nil {
		return p, err
	}
	defer func() {
		if err != nil {
			p.remove()
		}
	}()
	places := map[string]string{}
	for name, text := range texts {
		place := filepath.Join(p.folder, strconv.Itoa(len(places))+".go")
		if name, err = filepath.Abs(name); err != nil {
			return p, err
		}
		if err = os.WriteFile(place, text, 0o666); err != nil {
			return p, err
		}
		places[name] = place
	}
	table, err := json.Marshal(map[string]any{"Replace": places})
	if err != nil {
		return p, err
	}
	overlay := filepath.Join(p.folder, "overlay.json")
	if err = os.WriteFile(overlay, table, 0o666); err != nil {
		return p, err
	}
	out, err := goCommand("test", "-c", "-vet=off", "-overlay", overlay, "-o", p.binary(), "./"+folder).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("the tests of %s do not compile: %s", folder, out)
	}
	return p, err
}

// fewChecks makes a few checks of each property. Most mutants that the tests notice are noticed by these, in a part of the time.
const fewChecks = "-rapid.checks=5"

// run runs the tests with the mutant of a number, 0 for none.
func (p program) run(number int, limit time.Duration, flags ...string) verdict {
	if err := os.Mkdir(p.scratch(), 0o777); err != nil {
		return broken
	}
	defer os.RemoveAll(p.scratch())
	failures := filepath.Join(p.home, "testdata", "rapid")
	if _, err := os.Stat(failures); err != nil {
		defer os.RemoveAll(failures) // those of this mutant are none of the next one
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	tests := exec.CommandContext(ctx, p.binary(), append(flags, "-test.failfast", "-test.timeout", limit.String())...)
	tests.Dir = p.home
	tests.Env = append(os.Environ(), "TMPDIR="+p.scratch(), switchEnv+"="+strconv.Itoa(number))
	tests.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // the programs of the tests end with it
	tests.Cancel = func() error { return syscall.Kill(-tests.Process.Pid, syscall.SIGKILL) }
	tests.WaitDelay = time.Second
	go watch(ctx, p.scratch(), cancel)
	var out bytes.Buffer
	tests.Stdout, tests.Stderr = &out, &out
	if tests.Run() == nil {
		return survived
	}
	return noticed
}

// mostWritten is the most bytes that the tests of a mutant may write to their temporary folder. Where a loop ends no more, some fill the
// disk.
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
