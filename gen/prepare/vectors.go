package prepare

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/internal/embed"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

const (
	VectorsFile  = "vectors.txt"
	TrainVectors = "train"
	embedVectors = "embed"  // trained as the section embed of the configuration says
	DataFolder   = "{data}" // stands for the collection's folder in gen.vectors
)

// wordVectors returns those of the index's terms: from the first of gen.vectors that exists, or trained on the collection where
// that says train (skip-gram over analysed terms) or embed.
func wordVectors(ctx context.Context, r *stage.Run, x index.Reader) (*similarity.Table, error) {
	source, err := VectorsSource(&r.Config.Gen)
	switch {
	case err != nil:
		return nil, err
	case source == "":
		return nil, nil
	case source == TrainVectors:
		return trainVectors(ctx, r, x)
	}
	return readVectors(ctx, r, x, source)
}

// VectorsSource returns the first of gen.vectors that exists, or "train" where they are to be trained; empty when none are configured.
func VectorsSource(g *configs.Gen) (string, error) {
	for _, source := range configs.List(g.Vectors) {
		if source == TrainVectors || source == embedVectors {
			return TrainVectors, nil
		}
		path, err := findVectors(g, source)
		if err != nil || path != "" {
			return path, err
		}
	}
	if g.Vectors != "" {
		return "", errs.BadUsage(errs.Suggestion(g.Vectors, TrainVectors, embedVectors)+"give --vectors an existing file, train or embed",
			"no word vectors at %s", g.Vectors)
	}
	return "", nil
}

// VectorsNotes returns a sentence for each file of word vectors that a pattern finds, of gen.vectors or of its values in train.choose, so
// that no preset reads a folder beside the collection in silence.
func VectorsNotes(c *configs.Config) (notes []string) {
	values := []string{c.Gen.Vectors}
	choose, _ := configs.ParseChoose(c.Train.Choose) // what is wrong with it is an error of the check
	for _, axis := range slices.Concat(choose.BothArms, choose.Judged, choose.Axioms) {
		if axis.Key == "gen.vectors" {
			values = append(values, axis.Values...)
		}
	}
	for _, value := range values {
		g := c.Gen
		g.Vectors = value
		path, err := VectorsSource(&g)
		if err != nil || path == "" || path == TrainVectors || slices.Contains(configs.List(value), path) {
			continue
		}
		note := fmt.Sprintf("word vectors: %s, the first that exists of %s", path, value)
		if !slices.Contains(notes, note) {
			notes = append(notes, note)
		}
	}
	return notes
}

// findVectors resolves a path or pattern; the first match by name counts. Empty when nothing matches.
func findVectors(g *configs.Gen, source string) (string, error) {
	if strings.Contains(source, DataFolder) {
		if g.Data == "" {
			return "", nil
		}
		source = strings.ReplaceAll(source, DataFolder, g.Data)
	}
	matches, err := filepath.Glob(source)
	if err != nil {
		return "", errs.BadUsage("mend the pattern", "gen.vectors: %q: %v", source, err)
	}
	sort.Strings(matches)
	if len(matches) == 0 {
		return "", nil
	}
	return matches[0], nil
}

func readVectors(ctx context.Context, r *stage.Run, x index.Reader, path string) (*similarity.Table, error) {
	mode := similarity.Mode(r.Config.Gen.VectorsMode)
	in := stage.Input{Role: "vectors", Name: filepath.Base(path)}
	var err error
	if in.Bytes, in.SHA256, err = stage.Checksum(path); err != nil {
		return nil, err
	}
	st := r.Progress.Stage("vectors", "rows", 0)
	words, rep, err := similarity.Read(ctx, path, similarity.Auto, similarity.WordFilter(x.Lexicon(), mode), st)
	st.Done()
	if err != nil {
		return nil, err
	}
	in.Format, in.Count = string(rep.Format), rep.Kept
	r.Read(in)
	r.Note(stage.Vectors, in)
	r.Warn("word vectors with a name that came before", rep.Duplicates)
	return similarity.Bind(words, x.Lexicon(), mode)
}

// trainVectors trains on the collection's analysed terms and keeps the result as vectors.txt (word2vec text).
func trainVectors(ctx context.Context, r *stage.Run, x index.Reader) (*similarity.Table, error) {
	o, err := vectorOptions(r.Config, x)
	if err != nil {
		return nil, err
	}
	decides := o
	decides.Threads = 0
	r.Note(stage.Vectors, decides)
	if key := r.Key(stage.Vectors); !isFinished(r.Out, stage.Vectors, key) {
		docs, vocab := termsOf(x)
		st := r.Progress.Stage("vectors", "tokens", 0)
		words, rep, err := embed.Train(ctx, docs, vocab, o, st)
		st.Done()
		if err != nil {
			return nil, err
		}
		r.Progress.Say("vectors: trained for %s; %s rarer than %d have none", terminal.Plural(rep.Words, "term", "terms"),
			terminal.Group(rep.RareWords), o.MinCount)
		f, err := r.Out.WriteFile(VectorsFile, words.Write)
		if err != nil {
			return nil, err
		}
		if err := r.Out.Finish(string(stage.Vectors), key, []result.File{f}); err != nil {
			return nil, err
		}
	}
	words, _, err := similarity.Read(ctx, r.Out.Path(VectorsFile), similarity.Word2Vec, nil, nil)
	if err != nil {
		return nil, err
	}
	return similarity.Bind(words, x.Lexicon(), similarity.Stems)
}

// vectorOptions returns how vectors are trained: by the collection's size, or by the section embed.
func vectorOptions(c *configs.Config, x index.Reader) (embed.Options, error) {
	g := &c.Gen
	if slices.Contains(configs.List(g.Vectors), embedVectors) {
		return EmbedOptions(c)
	}
	o := embed.Defaults()
	o.Dim, o.Seed, o.Threads = cmp.Or(g.Dimension, o.Dim), uint64(g.Seed), g.Threads
	if x.TotalTerms() < smallCollection {
		o.MinCount, o.Epochs = 2, 20
	}
	return o, nil
}

// termsOf returns the collection as sequences of analysed terms, and the terms with their counts.
func termsOf(x index.Reader) (docs iter.Seq[[]uint32], vocab []embed.Count) {
	vocab = make([]embed.Count, x.Lexicon().NumTerms())
	for t := range vocab {
		vocab[t] = embed.Count{Word: x.Lexicon().Term(uint32(t)), Count: x.CollFreq(uint32(t))}
	}
	docs = func(yield func([]uint32) bool) {
		for d := range uint32(x.NumDocs()) {
			if !yield(x.Terms(d)) {
				return
			}
		}
	}
	return docs, vocab
}

// smallCollection is the number of tokens below which rare terms get a vector too and training takes more rounds: a text
// collection of a few hundred passages has hardly any term five times.
const smallCollection = 1_000_000

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

// restore reads the weights that an earlier run left.
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
