package commands_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/axiomine/axiomine/internal/testkit/filesystest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
	"github.com/axiomine/axiomine/train"
)

// tiny leaves a collection of a few documents in a folder.
func tiny(t *testing.T) string {
	t.Helper()
	words := strings.Fields("wind river stone bread glass paper light water metal cloth")
	var collection, topics, judged [3]strings.Builder
	for d := range 12 {
		fmt.Fprintf(&collection[0], "d%d\t%s %s %s %s\n", d, words[d%10], words[(d*3+1)%10], words[(d*7+2)%10],
			strings.Repeat(words[d%4]+" ", 1+d%3))
	}
	splits := []string{"train", "dev", "test"}
	for q := range 9 {
		fmt.Fprintf(&topics[q%3], "q%d\t%s %s\n", q, words[q%10], words[q%4])
		fmt.Fprintf(&judged[q%3], "q%d 0 d%d 1\nq%d 0 d%d 0\n", q, q, q, (q+4)%12)
	}
	dir := t.TempDir()
	files := map[string]string{"collection.tsv": collection[0].String()}
	for i, split := range splits {
		files["queries."+split+".tsv"], files["qrels."+split+".txt"] = topics[i].String(), judged[i].String()
	}
	for name, text := range files {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	return dir
}

// experimentOf is the configuration of a small experiment: all that gen leaves, and a training.
func experimentOf(t *testing.T, data string) *configs.LoadedConfig {
	t.Helper()
	l := must.Get(configs.Load("demo", nil))(t)
	l.Gen.Data, l.Gen.Vectors, l.Gen.Threads, l.Gen.Hits, l.Gen.Axioms, l.Gen.JudgedQueries = data, "", 1, 5, "tfc1, lnc1", 2
	l.Tokenize.VocabSize, l.Tokenize.OutputFormat = 100, "tevatron-ids"
	l.Train.Choose, l.Train.TuneRetrieval = "none", "off"
	l.Train.Seeds, l.Train.Epochs, l.Train.PairsPerEpoch = 1, 1, 10
	return l
}

// part is a part of the chain.
type part func(*prepare.Preparation) error

func mining(c *prepare.Preparation) error {
	_, err := gen.Fill(context.Background(), c)
	return err
}

func training(c *prepare.Preparation) error {
	_, err := train.Run(context.Background(), c, "axiomine train")
	return err
}

// attempt runs a stage on a file system, as the command line does.
func attempt(l *configs.LoadedConfig, do part, root filesys.FS, mode result.Mode) (err error) {
	defer errs.Rescue(&err)
	out, err := result.ClaimOn(root, root.Path("."), mode)
	if err != nil {
		root.Close()
		return err
	}
	defer func() {
		if closed := out.Close(); err == nil {
			err = closed
		}
	}()
	c := l.Config
	chain, err := gen.Start(&c, out, nil, "axiomine")
	if err != nil {
		return err
	}
	chain.Run.Origins = l.Origins
	if err := do(chain); err != nil {
		return err
	}
	return out.Settle()
}

// scene is a stage that begins in a folder which holds something.
type scene struct {
	name  string
	start filesystest.Tree
	l     *configs.LoadedConfig
	do    part
	mode  result.Mode
	whole filesystest.Tree // what it leaves
	ops   []filesystest.Op // what it does
	// accounts are the contents that it gives account.json, to which each step adds its rows.
	accounts [][]byte
}

// folder is the scene's, as it is before, on the file system of the operating system.
func folder(t *testing.T, tree filesystest.Tree) (string, *filesys.Root) {
	t.Helper()
	dir := t.TempDir()
	root, err := filesys.Open(dir)
	must.Do(t, errors.Join(err, tree.Write(dir)))
	return dir, root
}

// play runs the scene once, in peace.
func (s scene) play(t *testing.T) scene {
	t.Helper()
	dir, root := folder(t, s.start)
	disk := filesystest.NewDisk(root, nil)
	err := attempt(s.l, s.do, disk, s.mode)
	if err == nil {
		s.whole, err = filesystest.ReadTree(dir)
	}
	must.Do(t, err)
	s.ops = disk.Ops()
	written := map[string][]byte{}
	for _, op := range s.ops {
		switch {
		case op.Kind == filesystest.Write:
			written[op.Name] = append(written[op.Name], op.Data...)
		case op.Kind == filesystest.Rename && path.Base(op.Target) == account.Name:
			s.accounts = append(s.accounts, written[op.Name])
		}
	}
	return s
}

// scenes are the chain up to shards, into an empty folder and over others, and the training behind it.
func scenes(t *testing.T) []scene {
	t.Helper()
	data := tiny(t)
	l, changed := experimentOf(t, data), experimentOf(t, data)
	changed.Gen.Axioms, changed.Gen.Splits = "tfc1", "hash 60/20/20"
	mined := scene{name: "mining", l: l, do: mining}.play(t)
	all := []scene{mined,
		scene{name: "training", start: mined.whole, l: l, do: training, mode: result.Resume}.play(t),
		scene{name: "mining with a change", start: mined.whole, l: changed, do: mining, mode: result.Resume}.play(t),
		scene{name: "mining over it", start: mined.whole, l: changed, do: mining, mode: result.Overwrite}.play(t),
	}
	anew := scene{name: "changed", l: changed, do: mining}.play(t)
	for _, s := range all[2:] {
		if err := differs(s.whole, anew.whole); err != nil {
			t.Errorf("%s, not in an empty folder: %v", s.name, err)
		}
	}
	return all
}

// unhurried lets small runs go on without collecting garbage all the time.
func unhurried(t *testing.T) {
	t.Helper()
	t.Setenv("GOGC", "400")
	before := debug.SetGCPercent(400)
	t.Cleanup(func() { debug.SetGCPercent(before) })
}

// resumed says what is not as the scene leaves it when it goes on in a folder that holds a tree.
func (s scene) resumed(t *testing.T, left filesystest.Tree) error {
	t.Helper()
	dir, root := folder(t, left)
	defer os.RemoveAll(dir)
	mode := s.mode
	if mode == result.Fresh {
		mode = result.Resume
	}
	if err := attempt(s.l, s.do, filesystest.NewDisk(root, nil), mode); err != nil {
		return fmt.Errorf("it does not go on: %w", err)
	}
	got, err := filesystest.ReadTree(dir)
	if err != nil {
		return err
	}
	return differs(got, s.whole)
}

// differs names what is not the same in two trees.
func differs(got, want filesystest.Tree) error {
	var all []string
	for name := range got {
		if _, ok := want[name]; !ok {
			all = append(all, name+" is left over")
		}
	}
	for name, raw := range want {
		if now, ok := got[name]; !ok {
			all = append(all, name+" is missing")
		} else if !bytes.Equal(now, raw) {
			all = append(all, name+" differs")
		}
	}
	if len(all) == 0 {
		return nil
	}
	slices.Sort(all)
	return errors.New(strings.Join(all, ", "))
}

// Whatever a crash after any operation leaves, the stage goes on to the same bytes. Folders that held something before cost more, so
// that the two extremes stand there for all losses.
func TestCrashAtEveryOperation(t *testing.T) {
	unhurried(t)
	stride := nightly.Stride(t, "states", 60)
	for _, s := range scenes(t) {
		losses := []filesystest.Loss{filesystest.Nothing, filesystest.Data, filesystest.Names, filesystest.Both}
		if s.l.Gen.Splits != "given" {
			losses = []filesystest.Loss{filesystest.Nothing, filesystest.Both}
		}
		states := 0
		err := filesystest.Crashes(s.start, s.ops, losses, func(after int, loss filesystest.Loss, left filesystest.Tree) error {
			if states++; states%stride != 0 {
				return nil
			}
			if err := s.resumed(t, left); err != nil {
				op := s.ops[after-1]
				return fmt.Errorf("%s, crash after operation %d (%s %s %s), lost: %s: %w", s.name, after, op.Kind, op.Name, op.Target, loss, err)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		if states < len(s.ops)/4 {
			t.Errorf("%s: %d operations, but %d states", s.name, len(s.ops), states)
		}
	}
}

// An error at any operation ends the stage with one that names it, or is of no consequence; it leaves no half file under a final
// name, and the stage goes on to the same bytes.
func TestErrorAtEveryOperation(t *testing.T) {
	unhurried(t)
	stride := nightly.Stride(t, "operations", 60)
	for _, s := range scenes(t)[:2] {
		if n := len(s.accounts); n > 0 && !bytes.Equal(s.accounts[n-1], s.whole[account.Name]) {
			t.Fatalf("%s: the last account written is not the one that is left", s.name)
		}
		goes := map[uint64]bool{} // folders from which it went on
		for n := 1; n <= len(s.ops); n += stride {
			dir, root := folder(t, s.start)
			cause, at := syscall.EIO, filesystest.Op{}
			disk := filesystest.NewDisk(root, func(number int, op filesystest.Op) error {
				if number != n {
					return nil
				}
				if at = op; op.Kind == filesystest.Write || op.Kind == filesystest.Mkdir || op.Kind == filesystest.Sync {
					cause = syscall.ENOSPC
				}
				return cause
			})
			err := attempt(s.l, s.do, disk, s.mode)
			left, readErr := filesystest.ReadTree(dir)
			if readErr != nil {
				t.Fatal(readErr)
			}
			if bad := s.broken(err, cause, left); bad != nil {
				t.Errorf("%s, error at operation %d (%s %s %s): %v", s.name, n, at.Kind, at.Name, at.Target, bad)
			} else if sum := left.Sum(); err != nil && !goes[sum] {
				goes[sum] = true
				if err := s.resumed(t, left); err != nil {
					t.Errorf("%s, after an error at operation %d (%s %s %s): %v", s.name, n, at.Kind, at.Name, at.Target, err)
				}
			}
			os.RemoveAll(dir)
		}
	}
}

// broken says what is wrong about an error and what is left behind it.
func (s scene) broken(err error, cause error, left filesystest.Tree) error {
	if err == nil {
		return differs(left, s.whole)
	}
	if text := err.Error(); !errors.Is(err, cause) || strings.Count(text, cause.Error()) > 1 || strings.Contains(text, ".part-") {
		return fmt.Errorf("it says %q", text)
	}
	temporary := false
	for name, raw := range left {
		want, final := s.whole[name]
		switch {
		case strings.HasPrefix(name, ".part-"):
			temporary = true
		case name == ".journal" || name == ".lock":
		case name == account.Name && slices.ContainsFunc(s.accounts, func(version []byte) bool { return bytes.Equal(raw, version) }):
		case !final:
			return fmt.Errorf("%s is left over", name)
		case !bytes.Equal(raw, want) && !bytes.Equal(raw, s.start[name]):
			return fmt.Errorf("%s is half written", name)
		}
	}
	if _, locked := left[".lock"]; temporary && !locked {
		return errors.New("nothing tells of the temporary files")
	}
	return nil
}
