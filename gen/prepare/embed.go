package prepare

import (
	"cmp"
	"context"
	"fmt"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/internal/embed"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// EmbedOptions reads the section embed. The other settings are those of Carraro (2022), table 7.5.
func EmbedOptions(c *configs.Config) (embed.Options, error) {
	e := &c.Embed
	epochs, rate := 5, 0.025
	if embed.Architecture(e.Model) == embed.GloVe {
		epochs, rate = 25, 0.05
	}
	o := embed.Options{Architecture: embed.Architecture(e.Model), Dim: cmp.Or(c.Gen.Dimension, 300), Window: 10, Negative: 10,
		Sample: 1e-4, MinCount: 10, Epochs: cmp.Or(e.Epochs, epochs), LearningRate: rate, Seed: uint64(c.Gen.Seed), Threads: c.Gen.Threads}
	return o, o.Validate()
}

// Names of stages and files while vectors are trained.
const (
	checkpointStage = "embed epoch"
	checkpoints     = "checkpoints"
	checkpointFile  = checkpoints + "/epoch-%03d"
)

// Embed trains word vectors on the collection's analysed terms. After every epoch the weights are left in a checkpoint, from
// which a resumed run goes on.
func Embed(ctx context.Context, p *Preparation) error {
	r := p.Run
	o, err := EmbedOptions(r.Config)
	if err != nil {
		return err
	}
	x, err := openIndex(ctx, p)
	if err != nil {
		return err
	}
	defer x.Close()
	decides := o
	decides.Threads = 0
	r.Note(stage.Embedding, decides)
	key := r.Key(stage.Embedding)
	weightsKey := stage.Hash(decides, r.Key(stage.Index))
	if _, ok := r.Out.FinishedFiles("embed", key); ok {
		r.Progress.Say("vectors: kept from the earlier run")
		return r.Out.Finish(checkpointStage, key, nil) // removes the last epoch's
	}
	docs, vocab := termsOf(x)
	trainer, err := embed.NewTrainer(docs, vocab, o)
	if err != nil {
		return err
	}
	if err := restore(r, trainer, weightsKey, o.Epochs); err != nil {
		return err
	}
	st := r.Progress.Stage("embed", "tokens", 0)
	st.Total(trainer.TokensLeft())
	for trainer.EpochsDone() < o.Epochs {
		st.Note(fmt.Sprintf("epoch %d of %d", trainer.EpochsDone()+1, o.Epochs))
		err := trainer.Epoch(ctx, st)
		if err == nil {
			err = checkpoint(r.Out, trainer, weightsKey)
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
	f, err := r.Out.WriteFile(VectorsFile, words.Write)
	if err != nil {
		return err
	}
	r.Progress.Say("vectors: %s has %s; %s rarer than %d have none", VectorsFile, terminal.Plural(trainer.Report.Words, "term", "terms"),
		terminal.Group(trainer.Report.RareWords), o.MinCount)
	if err := r.Out.Finish("embed", key, []result.File{f}); err != nil {
		return err
	}
	return r.Out.Finish(checkpointStage, key, nil) // removes the last epoch's
}

// checkpoint leaves the weights, in the place of those of the epoch before.
func checkpoint(out *result.Dir, trainer *embed.Trainer, weightsKey string) error {
	f, err := out.WriteFile(fmt.Sprintf(checkpointFile, trainer.EpochsDone()), trainer.Save)
	if err != nil {
		return err
	}
	return out.Finish(checkpointStage, epochKey(weightsKey, trainer.EpochsDone()), []result.File{f})
}

// restore takes the weights that an earlier run left.
func restore(r *stage.Run, trainer *embed.Trainer, weightsKey string, epochs int) error {
	for epoch := epochs; epoch > 0; epoch-- {
		files, ok := r.Out.FinishedFiles(checkpointStage, epochKey(weightsKey, epoch))
		if !ok {
			continue
		}
		f, err := r.Out.FS().Open(files[0].Path)
		if err != nil {
			return err
		}
		defer f.Close()
		r.Progress.Say("vectors: %d epochs kept from the earlier run", epoch)
		return trainer.Restore(f)
	}
	return nil
}

func epochKey(weightsKey string, epoch int) string { return fmt.Sprintf("%s %d", weightsKey, epoch) }
