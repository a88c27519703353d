package prepare

import (
	"cmp"
	"context"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/axiomine/axiomine/gen/internal/embed"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
)

const (
	VectorsFile  = "vectors.txt"
	TrainVectors = "train"
	embedVectors = "embed"  // trained as the section embed of the configuration says
	DataFolder   = "{data}" // stands for the collection's folder in gen.vectors
)

// withVectors returns the index's terms their word vectors: from the first of gen.vectors that exists, or trained on the collection where
// that says train (skip-gram over analysed terms) or embed.
func (p *Prepared) withVectors(ctx context.Context) (*Prepared, error) {
	source, err := VectorsSource(&p.Inputs.Run.Config.Gen)
	switch {
	case err != nil:
		return nil, err
	case source == "":
		return p, nil
	}
	p = p.copy()
	if source == TrainVectors {
		return p, p.trainVectors(ctx)
	}
	return p, p.readVectors(ctx, source)
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
		return "", errs.BadUsage(errs.Suggestion(g.Vectors, TrainVectors, embedVectors)+"give an existing file, or train, or embed",
			"no word vectors at %s", g.Vectors)
	}
	return "", nil
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

func (p *Prepared) readVectors(ctx context.Context, path string) error {
	mode := similarity.Mode(p.Inputs.Run.Config.Gen.VectorsMode)
	in := stage.Input{Role: "vectors", Name: filepath.Base(path)}
	var err error
	if in.Bytes, in.SHA256, err = stage.Checksum(path); err != nil {
		return err
	}
	st := p.Inputs.Run.Progress.Stage("vectors", "rows", 0)
	words, rep, err := similarity.Read(ctx, path, similarity.Auto, similarity.Wanted(p.Index, mode), st)
	st.Done()
	if err != nil {
		return err
	}
	in.Format, in.Count = string(rep.Format), rep.Kept
	p.Inputs.Run.Read(in)
	p.Inputs.Run.Note(stage.Vectors, in)
	p.Inputs.Run.Warn("word vectors with a name that came before", rep.Duplicates)
	return p.bind(words, mode)
}

func (p *Prepared) bind(words *similarity.Words, mode similarity.Mode) (err error) {
	p.Vectors, err = similarity.Bind(words, p.Index, mode)
	return err
}

// trainVectors trains on the collection's analysed terms and keeps the result as vectors.txt (word2vec text).
func (p *Prepared) trainVectors(ctx context.Context) error {
	if err := p.NeedTexts("training word vectors"); err != nil {
		return err
	}
	o, err := p.vectorOptions()
	if err != nil {
		return err
	}
	decides := o
	decides.Threads = 0
	p.Inputs.Run.Note(stage.Vectors, decides)
	if key := p.Inputs.Run.Key(stage.Vectors); !p.isFinished(stage.Vectors, key) {
		docs, vocab := p.text()
		st := p.Inputs.Run.Progress.Stage("vectors", "tokens", 0)
		words, rep, err := embed.Train(ctx, docs, vocab, o, st)
		st.Done()
		if err != nil {
			return err
		}
		p.Inputs.Run.Progress.Say("vectors: trained for %d terms; %d rarer than %d have none", rep.Words, rep.RareWords, o.MinCount)
		f, err := p.Inputs.Run.Out.WriteFile(VectorsFile, func(w io.Writer) error { return words.Write(w, similarity.Word2Vec) })
		if err != nil {
			return err
		}
		if err := p.Inputs.Run.Out.Finish(string(stage.Vectors), key, []result.File{f}); err != nil {
			return err
		}
	}
	words, _, err := similarity.Read(ctx, p.Inputs.Run.Out.Path(VectorsFile), similarity.Word2Vec, nil, nil)
	if err != nil {
		return err
	}
	return p.bind(words, similarity.Stems)
}

// vectorOptions returns how vectors are trained: by the collection's size, or by the section embed.
func (p *Prepared) vectorOptions() (embed.Options, error) {
	g := &p.Inputs.Run.Config.Gen
	if slices.Contains(configs.List(g.Vectors), embedVectors) {
		return EmbedOptions(p.Inputs.Run.Config)
	}
	o := embed.Defaults()
	o.Dim, o.Seed, o.Threads = cmp.Or(g.Dimension, o.Dim), uint64(g.Seed), g.Threads
	if p.Index.TotalTerms() < smallCollection {
		o.MinCount, o.Epochs = 2, 20
	}
	return o, nil
}

// text returns the collection as sequences of analysed terms, and the terms with their counts.
func (p *Prepared) text() (docs iter.Seq[[]uint32], vocab []embed.Count) {
	vocab = make([]embed.Count, p.Index.NumTerms())
	for t := range vocab {
		vocab[t] = embed.Count{Word: p.Index.Term(uint32(t)), Count: p.Index.CollFreq(uint32(t))}
	}
	docs = func(yield func([]uint32) bool) {
		for d := range uint32(p.Index.NumDocs()) {
			if !yield(p.Index.Terms(d)) {
				return
			}
		}
	}
	return docs, vocab
}

// smallCollection is the number of tokens below which rare terms get a vector too and training takes more rounds: a text
// collection of a few hundred passages has hardly any term five times.
const smallCollection = 1_000_000
