package gen

import (
	"cmp"
	"context"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/gen/similarity/embed"
)

const (
	vectorsFile  = "vectors.txt"
	trainVectors = "train"
	embedVectors = "embed"  // trained as the section embed of the configuration says
	dataFolder   = "{data}" // stands for the collection's folder in gen.vectors
)

// loadVectors gives the index's terms their word vectors: from the first of gen.vectors that exists, or trained on the
// collection where that says train (skip-gram over analysed terms) or embed.
func (c *Chain) loadVectors(ctx context.Context) error {
	source, err := vectorsSource(&c.Config.Gen)
	switch {
	case err != nil || source == "":
		return err
	case source == trainVectors:
		return c.trainVectors(ctx)
	}
	return c.readVectors(ctx, source)
}

// vectorsSource is the first of gen.vectors that exists, or "train" where they are to be trained; empty when none are
// configured.
func vectorsSource(g *configs.Gen) (string, error) {
	for _, source := range fields(g.Vectors) {
		if source == trainVectors || source == embedVectors {
			return trainVectors, nil
		}
		path, err := findVectors(g, source)
		if err != nil || path != "" {
			return path, err
		}
	}
	if g.Vectors != "" {
		return "", fault.BadUsage("give an existing file, or train, or embed", "no word vectors at %s", g.Vectors)
	}
	return "", nil
}

// findVectors resolves a path or pattern; the first match by name counts. Empty when nothing matches.
func findVectors(g *configs.Gen, source string) (string, error) {
	if strings.Contains(source, dataFolder) {
		if g.Data == "" {
			return "", nil
		}
		source = strings.ReplaceAll(source, dataFolder, g.Data)
	}
	matches, err := filepath.Glob(source)
	if err != nil {
		return "", fault.BadUsage("mend the pattern", "gen.vectors: %q: %v", source, err)
	}
	sort.Strings(matches)
	if len(matches) == 0 {
		return "", nil
	}
	return matches[0], nil
}

func (c *Chain) readVectors(ctx context.Context, path string) error {
	mode := similarity.Mode(c.Config.Gen.VectorsMode)
	in := Input{Role: "vectors", Name: filepath.Base(path)}
	var err error
	if in.Bytes, in.SHA256, err = checksum(path); err != nil {
		return err
	}
	st := c.Progress.Stage("vectors", "rows", 0)
	words, rep, err := similarity.Read(ctx, path, similarity.Auto, similarity.Wanted(c.Index, mode), st)
	st.Done()
	if err != nil {
		return err
	}
	in.Format, in.Count = string(rep.Format), rep.Kept
	c.Inputs = append(c.Inputs, in)
	c.warn("word vectors with a name that came before", rep.Duplicates)
	return c.bind(words, mode, in)
}

func (c *Chain) bind(words *similarity.Words, mode similarity.Mode, origin any) error {
	table, err := similarity.Bind(words, c.Index, mode)
	if err != nil {
		return err
	}
	c.Vectors = table
	c.extend("vectors", origin, mode)
	return nil
}

// trainVectors trains on the collection's analysed terms and keeps the result as vectors.txt (word2vec text).
func (c *Chain) trainVectors(ctx context.Context) error {
	if err := c.NeedTexts("training word vectors"); err != nil {
		return err
	}
	o, err := c.vectorOptions()
	if err != nil {
		return err
	}
	key := c.extend("trained vectors", o)
	if _, ok := c.Out.Finished("vectors", key); !ok {
		docs, vocab := c.text()
		st := c.Progress.Stage("vectors", "tokens", 0)
		words, rep, err := embed.Train(ctx, docs, vocab, o, st)
		st.Done()
		if err != nil {
			return err
		}
		c.Progress.Say("vectors: trained for %d terms; %d rarer than %d have none", rep.Words, rep.RareWords, o.MinCount)
		f, err := c.Out.WriteFile(vectorsFile, func(w io.Writer) error { return words.Write(w, similarity.Word2Vec) })
		if err != nil {
			return err
		}
		if err := c.Out.Finish("vectors", key, []outdir.File{f}); err != nil {
			return err
		}
	}
	words, _, err := similarity.Read(ctx, c.Out.Path(vectorsFile), similarity.Word2Vec, nil, nil)
	if err != nil {
		return err
	}
	return c.bind(words, similarity.Stems, o)
}

// vectorOptions say how vectors are trained: as suits the collection's size, or as the section embed has it.
func (c *Chain) vectorOptions() (embed.Options, error) {
	g := &c.Config.Gen
	if slices.Contains(fields(g.Vectors), embedVectors) {
		return embedOptions(c.Config)
	}
	o := embed.Defaults()
	o.Dim, o.Seed, o.Threads = cmp.Or(g.Dimension, o.Dim), uint64(g.Seed), g.Threads
	if c.Index.TotalTerms() < smallCollection {
		o.MinCount, o.Epochs = 2, 20
	}
	return o, nil
}

// text is the collection as sequences of analysed terms, and the terms with their counts.
func (c *Chain) text() (docs iter.Seq[[]uint32], vocab []embed.Count) {
	vocab = make([]embed.Count, c.Index.NumTerms())
	for t := range vocab {
		vocab[t] = embed.Count{Word: c.Index.Term(uint32(t)), Count: c.Index.CollFreq(uint32(t))}
	}
	docs = func(yield func([]uint32) bool) {
		for d := range uint32(c.Index.NumDocs()) {
			if !yield(c.Index.Terms(d)) {
				return
			}
		}
	}
	return docs, vocab
}

// smallCollection is the number of tokens below which rare terms get a vector too and training takes more rounds: a text
// collection of a few hundred passages has hardly any term five times.
const smallCollection = 1_000_000

// axiomCollection is what axioms may ask of the collection.
func (c *Chain) axiomCollection() *axioms.Collection {
	col := &axioms.Collection{Stats: c.Index}
	if c.Vectors != nil {
		col.Vectors, col.Similarity = c.Vectors, c.Vectors
	}
	if c.Similarity != nil {
		col.Similarity = c.Similarity
	}
	c.Opinions.In(col)
	return col
}
