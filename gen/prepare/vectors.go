package prepare

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/internal/embed"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

const (
	VectorsFile  = "vectors.txt" // the file of trained vectors in an output directory
	TrainVectors = "train"       // the value of gen.vectors that trains vectors on the collection
	DataFolder   = "{data}"      // the placeholder of the collection's folder in gen.vectors
)

// smallCollection is the number of tokens below which rarer terms also get a vector, and training has more epochs. In a few hundred
// passages hardly any term occurs five times.
const smallCollection = 1_000_000

// wordVectors returns the vectors of the index's terms, from the source that gen.vectors names; nil if it names none.
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

// VectorsSource returns the first existing file that gen.vectors names, or TrainVectors if the key names it earlier; "" for an empty key.
func VectorsSource(g *configs.Gen) (string, error) {
	for _, source := range configs.List(g.Vectors) {
		if source == TrainVectors {
			return TrainVectors, nil
		}
		path, err := findVectors(g, source)
		if err != nil || path != "" {
			return path, err
		}
	}
	if g.Vectors != "" {
		return "", errs.BadUsage(errs.Suggestion(g.Vectors, TrainVectors)+"give --vectors an existing file, or train",
			"no word vectors at %s", g.Vectors)
	}
	return "", nil
}

// VectorsNotes returns a sentence for each file of word vectors that a pattern in gen.vectors matches, or a pattern in its values in
// train.choose. So no preset reads a file beside the collection without a message.
func VectorsNotes(c *configs.Config) (notes []string) {
	values := []string{c.Gen.Vectors}
	choose, _ := configs.ParseChoose(c.Train.Choose) // gen.Check reports its error
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
		notes = lists.AddNew(notes, note)
	}
	return notes
}

// findVectors returns the first file in the order of names that matches a path or pattern; "" if none does.
func findVectors(g *configs.Gen, source string) (string, error) {
	if strings.Contains(source, DataFolder) && g.Data == "" {
		return "", nil
	}
	source = strings.ReplaceAll(source, DataFolder, g.Data)
	matches, err := filepath.Glob(source)
	if err != nil {
		return "", errs.BadUsage("mend the pattern", "gen.vectors: %q: %v", source, err)
	}
	if len(matches) == 0 {
		return "", nil
	}
	return slices.Min(matches), nil
}

// readVectors reads the vectors of the index's terms from a file, and adds the file to the run's account.
func readVectors(ctx context.Context, r *stage.Run, x index.Reader, path string) (*similarity.Table, error) {
	mode := similarity.Mode(r.Config.Gen.VectorsMode)
	in, err := stage.InputOf("vectors", path, "")
	if err != nil {
		return nil, err
	}
	st := r.Progress.Stage("vectors", "rows", 0)
	words, rep, err := similarity.Read(ctx, path, similarity.WordFilter(x.Lexicon(), mode), st)
	st.Done()
	if err != nil {
		return nil, err
	}
	in.Format, in.Count = string(rep.Format), rep.Kept
	r.Read(in)
	r.Note(stage.Vectors, in)
	r.Warn("word vectors with a name that came before", rep.Duplicates)
	return similarity.Bind(words, x.Lexicon(), mode), nil
}

// trainVectors trains skip-gram vectors of the collection's analysed terms, writes them to VectorsFile as word2vec text, and returns them.
func trainVectors(ctx context.Context, r *stage.Run, x index.Reader) (*similarity.Table, error) {
	g, o := &r.Config.Gen, embed.Defaults()
	o.Dim, o.Seed, o.Threads = cmp.Or(g.Dimension, o.Dim), uint64(g.Seed), g.Threads
	if x.TotalTerms() < smallCollection {
		o.MinCount, o.Epochs = 2, 20
	}
	keyOptions := o
	keyOptions.Threads = 0 // threads do not change the vectors
	r.Note(stage.Vectors, keyOptions)
	err := writeOnce(r, stage.Vectors, VectorsFile, func() (func(io.Writer) error, error) {
		docs, vocab := termsOf(x)
		st := r.Progress.Stage("vectors", "tokens", 0)
		words, rep, err := embed.Train(ctx, docs, vocab, o, st)
		st.Done()
		if err == nil {
			r.Progress.Say("vectors: trained for %s; %s rarer than %d have none", terminal.Plural(rep.Words, "term", "terms"),
				terminal.Group(rep.RareWords), o.MinCount)
		}
		return words.Write, err
	})
	if err != nil {
		return nil, err
	}
	words, _, err := similarity.Read(ctx, r.Out.Path(VectorsFile), nil, nil)
	if err != nil {
		return nil, err
	}
	return similarity.Bind(words, x.Lexicon(), similarity.Stems), nil
}

// termsOf returns the documents as sequences of term ids, and the terms with their counts.
func termsOf(x index.Reader) (docs iter.Seq[[]uint32], vocab []index.Form) {
	vocab = make([]index.Form, x.Lexicon().NumTerms())
	for t := range vocab {
		vocab[t] = index.Form{Surface: x.Lexicon().Term(uint32(t)), Count: x.CollFreq(uint32(t))}
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
