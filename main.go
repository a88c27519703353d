// Command axiomine turns a retrieval collection into axiom-augmented training data for neural rankers, and measures
// whether it helped.
package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"

	_ "github.com/axiomine/axiomine/internal/addressspace" // starts anew where addresses are few
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/cli/commands"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/spf13/cobra"
)

// sources are the Go files with the types of the JSON files that are written: help shows the comments of their fields.
//
//go:embed configs/setting.go gen/mine/counts.go gen/account/account.go gen/account/unmet.go
//go:embed gen/stage/cell.go
//go:embed train/diagnose/fulfilment.go train/drmm/trainer.go train/eval/significance.go train/report/mending.go train/report/result.go
//go:embed internal/result/outdir.go tokenize/options.go tokenize/pairs/pair.go tokenize/shard/internal/plan/spread.go
//go:embed tokenize/shard/internal/plan/pointwise.go tokenize/shard/internal/plan/groups.go tokenize/shard/internal/plan/plan.go
//go:embed tokenize/shard/internal/plan/teacher.go tokenize/shard/manifest.go tokenize/pairs/poolrows.go
var sources embed.FS

func main() {
	prepare()
	os.Exit(run(os.Args[1:]))
}

// prepare makes sure that a failure of Go's runtime (no memory, a stack without end, a panic that nothing caught) ends with SIGABRT
// instead of exit code 2, which is ours for usage.
func prepare() {
	debug.SetTraceback("crash")
}

// patience is how long a stopped command may take to end in order. Tests link a longer one, so that a busy machine ends no command of
// theirs in disorder.
var patience = "800ms"

// run runs the command line. Errors become exit codes here and nowhere else.
func run(args []string) int {
	args, err := commands.Arguments(args)
	root := newRoot(args)
	if err != nil {
		tell(root, err)
		return exitCode(err)
	}
	cmd, _, err := root.Find(args)
	if err == nil { // of unknown ones Execute tells
		cli.RefuseRepeats(cmd)
	}
	ctx, stop := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	in := &commands.Input{Context: ctx, File: os.Stdin}
	if commands.EndsProcess() {
		in.Watch(func() { signals <- commands.ParentGone{} })
	}
	go func() {
		s := <-signals
		signal.Stop(signals) // a second one ends the process at once
		interrupt := &interruption{signal: s, resumable: cli.CanResume(cmd), overwriting: cmd.Flags().Changed("overwrite")}
		stop(interrupt)
		if wait, err := time.ParseDuration(patience); err == nil {
			time.Sleep(wait)
		}
		abandon(cmd, interrupt)
	}()
	signal.Ignore(syscall.SIGPIPE) // a closed pipe is an error of the write that meets it
	out := &output{file: &terminal.Writer{Out: os.Stdout}}
	root.SetOut(out)
	root.SetErr(&terminal.Writer{Out: os.Stderr})
	root.SetIn(in)
	root.SetArgs(args)
	err = execute(ctx, root)
	out.keep(out.file.Close())
	if err == nil {
		err = out.err
	}
	var interrupt *interruption
	if errors.Is(err, context.Canceled) && errors.As(context.Cause(ctx), &interrupt) {
		err = interrupt
	}
	if err == nil || errors.Is(err, syscall.EPIPE) {
		return 0
	}
	tell(cmd, err)
	return exitCode(err)
}

// tell writes the one line of an error of a command, and above it what belongs there. Only its first caller gets a word in.
func tell(cmd *cobra.Command, err error) {
	lastWord.Do(func() {
		if f, ok := errors.AsType[*errs.Error](err); ok {
			os.Stderr.Write(f.Preamble)
		}
		message := errs.Cut(cli.FitHint(cmd, strings.ReplaceAll(err.Error(), "\n", "; ")+advice(err)))
		fmt.Fprintln(os.Stderr, terminal.Line("error: "+message))
	})
}

var lastWord sync.Once

// abandon ends a stopped process whose command does not come to an end: it is in a call of the system, such as the read of a pipe that
// nobody writes to. What is on disk is what a kill leaves, from which --resume goes on.
func abandon(cmd *cobra.Command, interrupt *interruption) {
	time.AfterFunc(100*time.Millisecond, func() { os.Exit(exitCode(interrupt)) }) // stderr may be stuck as well
	tell(cmd, interrupt)
	os.Exit(exitCode(interrupt))
}

// execute runs the command; a damaged page of an index that it meets is an error like others, and so is a panic.
func execute(ctx context.Context, root *cobra.Command) error {
	return errs.Guard(func() error { return root.ExecuteContext(ctx) })()
}

// output is standard output, on which names of others are text. It remembers its first error, for what is written without looking,
// such as help.
type output struct {
	file *terminal.Writer
	err  error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.file.Write(p)
	o.keep(err)
	return n, err
}

func (o *output) keep(err error) {
	if o.err == nil {
		o.err = err
	}
}

// advice returns the hint for failures of the machine that a user can mend.
func advice(err error) string {
	var pathErr *fs.PathError
	switch {
	case strings.Contains(err.Error(), "; hint: "):
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, syscall.EFBIG):
		return "; hint: make room, then run it again"
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return "; hint: allow more open files, as with ulimit -n 1024"
	case errors.Is(err, syscall.ENAMETOOLONG), errors.Is(err, syscall.ELOOP):
		return "; hint: check the path"
	case errors.Is(err, fs.ErrPermission):
		return "; hint: check its permissions, or name another place"
	case errors.Is(err, syscall.EROFS), errors.Is(err, syscall.ENOTDIR), errors.As(err, &pathErr) && pathErr.Op == "mkdir":
		return "; hint: name a place that can be written"
	}
	return ""
}

// interruption is the end by a signal; finished stages stay for --resume.
type interruption struct {
	signal      os.Signal
	resumable   bool
	overwriting bool
}

func (i *interruption) Error() string {
	switch {
	case i.resumable && i.overwriting:
		return fmt.Sprintf("stopped by %v; hint: the same command with --resume in place of --overwrite continues", i.signal)
	case i.resumable:
		return fmt.Sprintf("stopped by %v; hint: the same command with --resume continues", i.signal)
	}
	return fmt.Sprintf("stopped by %v; hint: run it again", i.signal)
}

// exitCode returns the contract's: 1 runtime failure, 2 usage, 3 bad input, 4 wanted counts not reached or a difference found,
// 70 a defect of the program, 130 and 143 for SIGINT and SIGTERM.
func exitCode(err error) int {
	var interrupt *interruption
	if errors.As(err, &interrupt) {
		if interrupt.signal == syscall.SIGTERM {
			return 143
		}
		return 130
	}
	return errs.ExitCode(err)
}

// newRoot returns the command line. All flags complete where a shell calls.
func newRoot(args []string) *cobra.Command {
	root := commands.New()
	commands.Document(root, sources)
	if len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd) {
		cli.Complete(root, commands.Lists())
	}
	return root
}
