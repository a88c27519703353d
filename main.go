// Command axiomine turns a retrieval collection into axiom-augmented training data for neural rankers, and measures whether it helped.
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
//go:embed gen/mine/counts.go gen/account/account.go gen/account/unmet.go gen/stage/cell.go
//go:embed train/diagnose/fulfilment.go train/drmm/trainer.go train/eval/comparison.go train/report/mending.go train/report/result.go
//go:embed internal/result/outdir.go tokenize/options.go tokenize/pairs/pair.go tokenize/pairs/poolrows.go
//go:embed tokenize/shard/internal/plan/records.go tokenize/shard/manifest.go
var sources embed.FS

func main() {
	crashWithSignal()
	os.Exit(run(os.Args[1:]))
}

// crashWithSignal makes a failure of Go's runtime (no memory, endless recursion, a panic that nothing caught) end the process with SIGABRT.
// The runtime's exit code would be 2, which is ours for wrong usage.
func crashWithSignal() { debug.SetTraceback("crash") }

// patience is the time that a command has to end by itself after a signal. Tests set a longer one, because a busy machine may be slow.
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
	if err == nil { // otherwise execute reports the unknown command
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
		signal.Stop(signals) // a second signal ends the process at once
		interrupt := &interruption{signal: s, resumable: cli.CanResume(cmd), overwriting: cmd.Flags().Changed("overwrite")}
		stop(interrupt)
		if wait, err := time.ParseDuration(patience); err == nil {
			time.Sleep(wait)
		}
		abandon(cmd, interrupt)
	}()
	signal.Ignore(syscall.SIGPIPE) // a write to a closed pipe then returns an error
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

// tell writes the line of an error to stderr, and the error's preamble above it. Only the first call in a process writes anything.
func tell(cmd *cobra.Command, err error) {
	firstError.Do(func() {
		if f, ok := errors.AsType[*errs.Error](err); ok {
			os.Stderr.Write(f.Preamble)
		}
		message := errs.Cut(cli.FitHint(cmd, strings.ReplaceAll(err.Error(), "\n", "; ")+advice(err)))
		fmt.Fprintln(os.Stderr, terminal.Line("error: "+message))
	})
}

var firstError sync.Once

// abandon ends the process although its command did not end after a signal. The command may wait in a system call, such as the read of a
// pipe that nobody writes to. The files are as after a kill, from which --resume continues.
func abandon(cmd *cobra.Command, interrupt *interruption) {
	time.AfterFunc(100*time.Millisecond, func() { os.Exit(exitCode(interrupt)) }) // a write to stderr may wait for ever, too
	tell(cmd, interrupt)
	os.Exit(exitCode(interrupt))
}

// execute runs the command. A panic, or a read of a damaged page of a mapped index, becomes an error.
func execute(ctx context.Context, root *cobra.Command) error {
	return errs.Guard(func() error { return root.ExecuteContext(ctx) })()
}

// output is standard output, without control characters of untrusted names. It keeps its first error, because some callers ignore the
// errors of their writes, such as help.
type output struct {
	file *terminal.Writer
	err  error // the first error of a write; nil: none
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

// advice returns a hint for a failure of the machine that the user can mend; "" for other errors and for errors with a hint.
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

// interruption is the error of a command that a signal ended. --resume continues from its finished stages.
type interruption struct {
	signal      os.Signal
	resumable   bool // the command has --resume
	overwriting bool // the command was given --overwrite
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

// exitCode returns the exit code of an error: 130 and 143 for SIGINT and SIGTERM, otherwise that of errs.ExitCode.
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

// newRoot returns the command line. If a shell asks for completions, all its flags have them.
func newRoot(args []string) *cobra.Command {
	root := commands.New()
	commands.Document(root, sources)
	if len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd) {
		cli.Complete(root, commands.Lists())
	}
	return root
}
