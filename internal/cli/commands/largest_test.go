package commands

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
)

// patience is how long a command may go on with the largest value of a key before it is interrupted.
const patience = time.Second

// TestLargestNumbers: with the largest number that a key takes, a command ends by itself, with one line, or as soon as it is
// interrupted. It takes no more memory and time than any small input. Where a key means nothing, it stands beside others
// (contextsOf).
func TestLargestNumbers(t *testing.T) {
	dir := t.TempDir()
	w := begin(t, dir)
	stride := nightly.Stride(t, "keys of numbers", 10)
	list := slices.DeleteFunc(walkedCommands(dir), func(c walked) bool {
		name, _, _ := strings.Cut(c.line, " -c")
		return !slices.Contains([]string{"gen", "train"}, name)
	})
	if testing.Short() {
		list = list[:1]
	}
	tried := 0
	for i := range list {
		numbers := slices.DeleteFunc(keysOf(list[i].find(t)), func(k configs.Key) bool {
			return k.Kind != reflect.Int && k.Kind != reflect.Float64
		})
		for n, k := range numbers {
			if (n+i)%stride == 0 {
				w.tryLargest(t, w.line(&list[i], list[i].scenes[0]), k)
				tried++
			}
		}
	}
	if tried < 4 {
		t.Errorf("%d keys were tried", tried)
	}
}

// tryLargest runs a command line with the largest value of a key, alone and beside those under which it means something.
func (w *walk) tryLargest(t *testing.T, words []string, k configs.Key) {
	t.Helper()
	given := [][]configs.Setting{{{Key: k.Name}}}
	for _, context := range w.contexts {
		if pairs := context[k.Name]; pairs != nil {
			given = append(given, pairs)
		}
	}
	for _, pairs := range given {
		line := slices.Clone(words)
		for _, p := range pairs {
			other, _ := configs.KeyNamed(p.Key)
			value := p.Value
			if p.Key == k.Name {
				value = largest(k)
			}
			line = giving(line, other, value)
		}
		var err error
		if fault := budgettest.Measure(func() { err = interrupt(t, line) }); fault != "" {
			t.Errorf("%s: it %s", strings.Join(line, " "), fault)
		}
		_, ours := errors.AsType[*errs.Error](err)
		if stopped := errors.Is(err, context.DeadlineExceeded); err != nil && !stopped && (!ours || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%s: %v", strings.Join(line, " "), err)
		}
	}
}

// largest returns the largest number that a key takes, as text.
func largest(k configs.Key) string {
	high := math.Inf(1)
	if k.Range != nil {
		high = k.Range.High
	}
	switch {
	case !math.IsInf(high, 1):
		return strconv.FormatFloat(high, 'f', -1, 64)
	case k.Kind == reflect.Int:
		return strconv.Itoa(math.MaxInt)
	}
	return strconv.FormatFloat(math.MaxFloat64, 'g', -1, 64)
}

// interrupt runs a command line, and interrupts it if it goes on.
func interrupt(t *testing.T, words []string) (err error) {
	args := slices.Clone(words)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "OUT", filepath.Join(t.TempDir(), "o"))
	}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	root := New()
	root.SetOut(new(bytes.Buffer))
	root.SetErr(io.Discard)
	root.SetArgs(args)
	defer errs.Rescue(&err)
	return root.ExecuteContext(ctx)
}
