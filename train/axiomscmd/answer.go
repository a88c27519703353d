package axiomscmd

import (
	"errors"
	"io"
	"os"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/configs/shown"
	"github.com/axiomine/axiomine/gen"
	"github.com/spf13/cobra"
)

// faces are the forms in which an answer is written, in the order of the help.
type faces[R any] []struct {
	name, ending string
	write        func(r R, w io.Writer) error
}

func (f faces[R]) names() string {
	var names []string
	for _, face := range f {
		names = append(names, face.name)
	}
	return strings.Join(names, " | ")
}

func (f faces[R]) named(name string) (func(R, io.Writer) error, error) {
	for _, face := range f {
		if face.name == name {
			return face.write, nil
		}
	}
	return nil, fault.BadUsage("use one of "+strings.ReplaceAll(f.names(), " |", ","), "unknown output format %q", name)
}

// keep leaves an answer in all its forms, in files of one stem.
func (f faces[R]) keep(r R, stem string, out *outdir.Dir) error {
	var files []outdir.File
	for _, face := range f {
		file, err := out.WriteFile(stem+"."+face.ending, func(w io.Writer) error {
			text := &shown.Writer{To: w}
			return errors.Join(face.write(r, text), text.Close())
		})
		if err != nil {
			return err
		}
		files = append(files, file)
	}
	return out.Finish(stem, "", files)
}

// answering makes a command of cmd that asks runs about axioms: with -o it leaves the answer in all its forms, else it writes
// one of them. fallback are the axioms where none is named.
func answering[R any](cmd *cobra.Command, stem, fallback string, forms faces[R],
	answer func(cmd *cobra.Command, l *configs.Loaded, paths []string, out *outdir.Dir, p *progress.Printer) (R, error)) *cobra.Command {
	var common command.Common
	var format string
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		write, err := forms.named(format)
		if err != nil {
			return err
		}
		loaded, err := common.Load(cmd, "")
		if err != nil {
			return err
		}
		if loaded.Origins["gen.axioms"] == "default" {
			loaded.Gen.Axioms = fallback
		}
		printer, err := common.Printer()
		if err != nil {
			return err
		}
		if common.DryRun() {
			plan, err := gen.Plan(cmd.Context(), loaded, printer)
			if err == nil {
				_, err = io.WriteString(cmd.OutOrStdout(), plan)
			}
			return err
		}
		if !cmd.Flags().Changed("output") {
			return inPassing(func(out *outdir.Dir) error {
				r, err := answer(cmd, loaded, args, out, printer)
				if err != nil {
					return err
				}
				return write(r, cmd.OutOrStdout())
			})
		}
		return common.Into(cmd, loaded, printer, "", func(out *outdir.Dir) error {
			r, err := answer(cmd, loaded, args, out, printer)
			if err != nil {
				return err
			}
			return forms.keep(r, stem, out)
		})
	}
	cmd.Flags().StringVar(&format, "output-format", "text", "what goes to stdout without -o, which leaves a file of each: "+forms.names())
	common.AddConfig(cmd, "gen", "tokenize.vocab", "tokenize.vocab_size", "tokenize.cased")
	common.AddOutput(cmd)
	common.AddSpeech(cmd)
	return cmd
}

// inPassing gives a work directory for as long as do runs.
func inPassing(do func(out *outdir.Dir) error) error {
	work, err := os.MkdirTemp("", "axiomine-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	out, err := outdir.Claim(work, outdir.Fresh)
	if err != nil {
		return err
	}
	defer out.Close()
	return do(out)
}
