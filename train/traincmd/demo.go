package traincmd

import (
	"context"
	"io"
	"io/fs"
	"os"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/gencmd"
	"github.com/axiomine/axiomine/train"
	"github.com/spf13/cobra"
)

const (
	demoDir        = "demo-out"
	demoPreset     = "demo"
	demoCollection = "collection"
)

// Demo is the command demo: the whole chain on the embedded collection, with and without augmentation.
func Demo() *cobra.Command {
	var common command.Common
	cmd := &cobra.Command{Use: "demo", Short: "the whole chain on an embedded collection, with and without augmentation", Args: command.NoArgs(),
		Example: "  axiomine demo\n  axiomine demo -o OUT --seeds 5",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return common.Do(cmd, command.Job{Preset: demoPreset, Output: demoDir, Plan: planDemo, Fill: func(l *configs.Loaded, out *outdir.Dir, printer *progress.Printer) error {
				return demo(cmd, l, out, printer)
			}})
		}}
	common.AddConfig(cmd, "gen", "tokenize", "train")
	common.AddOutput(cmd)
	common.AddSpeech(cmd)
	return cmd
}

func demo(cmd *cobra.Command, l *configs.Loaded, out *outdir.Dir, printer *progress.Printer) error {
	err := gen.Check(&l.Config) // before anything is written
	if err == nil {
		err = train.Check(&l.Config, l.Origins)
	}
	if err != nil {
		return err
	}
	files, err := unpack(out)
	if err != nil {
		return err
	}
	if err := out.Finish(demoCollection, configs.Version, files); err != nil {
		return err
	}
	l.Gen.Data = out.Path(demoCollection)
	chain, err := gen.Start(&l.Config, out, printer, cmd.CommandPath())
	if err != nil {
		return err
	}
	defer chain.Close()
	if err := gencmd.Whole(cmd.Context(), chain); err != nil {
		return err
	}
	return experiment(cmd, l, out, printer)
}

// planDemo says what demo would do, with the collection in a folder that goes again.
func planDemo(ctx context.Context, l *configs.Loaded, printer *progress.Printer) (string, error) {
	scratch, err := os.MkdirTemp("", "axiomine-demo-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(scratch)
	out, err := outdir.Claim(scratch, outdir.Fresh)
	if err != nil {
		return "", err
	}
	defer out.Close()
	if _, err := unpack(out); err != nil {
		return "", err
	}
	l.Gen.Data = out.Path(demoCollection)
	return gen.Plan(ctx, l, printer)
}

// unpack writes the embedded collection, in MS MARCO layout.
func unpack(out *outdir.Dir) ([]outdir.File, error) {
	var files []outdir.File
	err := fs.WalkDir(configs.Demo, ".", func(path string, item fs.DirEntry, err error) error {
		if err != nil || item.IsDir() {
			return err
		}
		raw, err := configs.Demo.ReadFile(path)
		if err != nil {
			return err
		}
		f, err := out.WriteFile(demoCollection+"/"+item.Name(), func(w io.Writer) error { _, err := w.Write(raw); return err })
		files = append(files, f)
		return err
	})
	return files, err
}
