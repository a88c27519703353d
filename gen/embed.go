package gen

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/gen/similarity/embed"
)

// embedOptions reads the section embed.
func embedOptions(c *configs.Config) (embed.Options, error) {
	e := &c.Embed
	epochs, rate := 5, 0.025
	if embed.Architecture(e.Model) == embed.GloVe {
		epochs, rate = 25, 0.05
	}
	o := embed.Options{Architecture: embed.Architecture(e.Model), Dim: cmp.Or(c.Gen.Dimension, 300), Window: e.Window, Negative: e.Negative,
		Sample: e.Subsample, MinCount: int64(e.MinCount), Epochs: cmp.Or(e.Epochs, epochs), LearningRate: cmp.Or(e.LearningRate, rate),
		Seed: uint64(c.Gen.Seed), Threads: c.Gen.Threads}
	if _, ok := vectorFiles[similarity.Format(e.OutputFormat)]; !ok {
		return o, fault.BadUsage(fmt.Sprintf("use one of %v", similarity.Formats()[1:]), "embed.output_format: %q", e.OutputFormat)
	}
	return o, o.Validate()
}

// vectorFiles names the file of each format.
var vectorFiles = map[similarity.Format]string{similarity.Word2Vec: vectorsFile, similarity.Word2VecBinary: "vectors.bin", similarity.GloVe: "glove.txt"}

// Names of stages and files while vectors are trained.
const (
	checkpointStage = "embed epoch"
	checkpoints     = "checkpoints"
	checkpointFile  = checkpoints + "/epoch-%03d"
)

// Embed trains word vectors on the collection's analysed terms. After every epoch the weights are left in a checkpoint, from
// which a resumed run goes on.
func (c *Chain) Embed(ctx context.Context) error {
	o, err := embedOptions(c.Config)
	if err != nil {
		return err
	}
	if err := c.BuildIndex(ctx); err != nil {
		return err
	}
	format := similarity.Format(c.Config.Embed.OutputFormat)
	name := vectorFiles[format]
	trained := c.extend("embed", o)
	key := c.Key(format)
	if _, ok := c.Out.Finished("embed", key); ok {
		c.Progress.Say("vectors: kept from the earlier run")
		return c.dropCheckpoints(key)
	}
	docs, vocab := c.text()
	trainer, err := embed.NewTrainer(docs, vocab, o)
	if err != nil {
		return err
	}
	if err := c.restore(trainer, trained, o.Epochs); err != nil {
		return err
	}
	st := c.Progress.Stage("embed", "tokens", 0)
	st.Total(trainer.Left())
	for trainer.Done() < o.Epochs {
		st.Note(fmt.Sprintf("epoch %d of %d", trainer.Done()+1, o.Epochs))
		err := trainer.Epoch(ctx, st)
		if err == nil {
			err = c.checkpoint(trainer, trained)
		}
		if err != nil {
			st.Done()
			return err
		}
	}
	st.Done()
	words, err := trainer.Words()
	if err != nil {
		return err
	}
	f, err := c.Out.WriteFile(name, func(w io.Writer) error { return words.Write(w, format) })
	if err != nil {
		return err
	}
	c.Progress.Say("vectors: %s has %d terms; %d rarer than %d have none", name, trainer.Report.Words, trainer.Report.RareWords, o.MinCount)
	if err := c.Out.Finish("embed", key, []outdir.File{f}); err != nil {
		return err
	}
	return c.dropCheckpoints(key)
}

// dropCheckpoints removes what is needed no more, also what a killed run left beside the last one.
func (c *Chain) dropCheckpoints(key string) error {
	left, err := filepath.Glob(c.Out.Path(checkpoints + "/epoch-*"))
	for _, path := range left {
		err = errors.Join(err, os.Remove(path))
	}
	if err != nil {
		return err
	}
	os.Remove(c.Out.Path(checkpoints)) // fails when it is not there, or holds what is not ours
	return c.Out.Finish(checkpointStage, key, nil)
}

// checkpoint leaves the weights, in the place of those of the epoch before.
func (c *Chain) checkpoint(trainer *embed.Trainer, trained string) error {
	f, err := c.Out.WriteFile(fmt.Sprintf(checkpointFile, trainer.Done()), trainer.Save)
	if err != nil {
		return err
	}
	return c.Out.Finish(checkpointStage, epochKey(trained, trainer.Done()), []outdir.File{f})
}

// restore takes the weights that an earlier run left.
func (c *Chain) restore(trainer *embed.Trainer, trained string, epochs int) error {
	for epoch := epochs; epoch > 0; epoch-- {
		files, ok := c.Out.Finished(checkpointStage, epochKey(trained, epoch))
		if !ok {
			continue
		}
		f, err := os.Open(c.Out.Path(files[0].Path))
		if err != nil {
			return err
		}
		defer f.Close()
		c.Progress.Say("vectors: %d epochs kept from the earlier run", epoch)
		return trainer.Restore(f)
	}
	return nil
}

func epochKey(trained string, epoch int) string { return fmt.Sprintf("%s %d", trained, epoch) }
