package gen

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"iter"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/tokenize"
)

// Chain is one run from a collection to its products. Its methods are the stages; each needs those before it.
type Chain struct {
	Config   *configs.Config
	Out      *outdir.Dir
	Progress *progress.Printer
	Command  string // the noun and verb, for the manifest
	// Published is what sources report of the experiment that is configured, to be shown beside ours; may be empty.
	Published []configs.Published
	Original  configs.Original // what these were found with
	// Origins says where each value of the configuration came from; may be empty.
	Origins map[string]configs.Origin

	Collection *Collection
	Inputs     []Input
	Topics     []Topics // as divided into splits
	fold       int      // of an experiment's divisions, 1-based; 0 outside folds
	tuned      bool     // an experiment chose the retrieval model's parameters
	Index      *index.Index
	Splits     []Split
	Axioms     *Axioms
	Warnings   map[string]int
	Vectors    *similarity.Table          // nil when none are configured
	Similarity axioms.Similarity          // nil when it is that of the vectors
	Opinions   *Opinions                  // of the files that axioms ask; nil when none does
	vocabulary *tokenize.Tokenizer        // nil until asked for
	pieces     func(doc uint32) int       // length in word pieces; nil when no axiom asks
	key        string                     // of everything decided so far
	runs       map[string]*mine.RunScores // of other models, by path
	shares     []*partShare               // of all parts, when Sample is to merge instead of mining
}

// Split is a split's queries with their candidates.
type Split struct {
	Name    string
	Queries []mine.Query
	Qrels   []corpus.Qrel
	Census  mine.Census
}

// Start finds the inputs and takes their checksums, so that a resumed run knows whether they are still the same.
func Start(c *configs.Config, out *outdir.Dir, p *progress.Printer, command string) (*Chain, error) {
	ch := &Chain{Config: c, Out: out, Progress: p, Command: command, Warnings: map[string]int{}}
	if err := Check(c); err != nil {
		return nil, err
	}
	if err := checkOpens(c); err != nil {
		return nil, err
	}
	var err error
	if ch.Axioms, err = ParseAxioms(&c.Gen); err != nil {
		return nil, err
	}
	if ch.Collection, err = FindCollection(&c.Gen); err != nil {
		return nil, err
	}
	aside := p.Aside("checksums", "inputs", 0)
	ch.Inputs, err = ch.Collection.Inputs()
	aside.Done()
	if err != nil {
		return nil, err
	}
	return ch, ch.checkBare()
}

// Close releases the index.
func (c *Chain) Close() error {
	if c.Index == nil {
		return nil
	}
	return c.Index.Close()
}

// Key is a key for what follows from all stages so far and from parts, which must be plain values.
func (c *Chain) Key(parts ...any) string {
	raw, err := json.Marshal(append([]any{c.key}, parts...))
	if err != nil {
		panic(err) // plain values only
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:16])
}

// extend makes the key of a stage from the one before it and what the stage depends on.
func (c *Chain) extend(parts ...any) string {
	c.key = c.Key(parts...)
	return c.key
}

func (c *Chain) warn(what string, n int) {
	if n > 0 {
		c.Warnings[what] += n
		c.Progress.Warn("%d %s", n, what)
	}
}

// report says what readers skipped or changed.
func (c *Chain) report(rep *corpus.Report) {
	for _, line := range rep.Lines() {
		c.Progress.Say("%s", line)
	}
	for _, r := range rep.Reasons {
		c.Warnings[r.What] += r.Count
	}
}

const indexDir = "index"

// BuildIndex builds the index, or opens the finished one of an earlier attempt or the one that gen.index names.
func (c *Chain) BuildIndex(ctx context.Context) error {
	g := &c.Config.Gen
	analyzer, err := Analyser(c.Config)
	if err != nil {
		return err
	}
	if g.Index != "" {
		if c.Index, err = index.OpenWith(g.Index, analyzer.Options().Pieces); err != nil {
			return err
		}
		if got := c.Index.Analyzer(); got.Fingerprint() != analyzer.Fingerprint() {
			return fault.BadUsage("build it again with axiomine gen index", "the index %s was made with %s, not %s", g.Index, got.Options(), analyzer.Options())
		}
		if err := c.sameCollection(); err != nil {
			return err
		}
		c.warnOfBare()
		c.warnOfForeign()
		if err := c.checkBare(); err != nil {
			return err
		}
		c.extend("given index", c.Index.Identity())
		return nil
	}
	var documents []Input
	for _, in := range c.Inputs {
		if in.Role == "collection" {
			documents = append(documents, in)
		}
	}
	only, onlyKey, err := c.restriction(ctx)
	if err != nil {
		return err
	}
	key := c.extend("index", documents, analyzer.Fingerprint(), g.DocFields, g.Encoding, g.FixEncoding, g.OnDuplicate, g.Strict, onlyKey)
	aside := c.Progress.Aside("checksums", "stages", 0)
	_, finished := c.Out.Finished(indexDir, key)
	aside.Done()
	if finished {
		c.Progress.Say("index: kept from the earlier run")
		if err := c.recallReading(); err != nil {
			return err
		}
	} else {
		if c.Collection.Documents == "" {
			return fault.BadUsage("give them with --collection", "no documents are named or found")
		}
		var rep corpus.Report
		st := c.Progress.Stage("index", "documents", 0)
		o := index.Options{Threads: g.Threads, DocFields: c.Collection.Options.DocFields, MemoryBytes: index.Defaults().MemoryBytes, Collection: sources(documents)}
		var aside *progress.Stage
		files, err := c.Out.WriteFolder(indexDir, index.Last, func(dir string) error {
			var err error
			if c.Collection.Bare {
				err = index.BuildCIFF(ctx, dir, c.Collection.Documents, analyzer, o, &rep, st)
			} else {
				docs := corpus.Documents(ctx, c.Collection.Documents, c.Collection.Format, c.Collection.Options, &rep)
				if only != nil {
					docs = among(only, c.Collection.Documents, docs, &rep)
				}
				err = index.Build(ctx, dir, guessed(docs, documents, &rep, st), analyzer, o, st)
			}
			st.Done()
			c.report(&rep)
			aside = c.Progress.Aside("checksums", "stages", 0)
			return named(err, c.Collection.Documents)
		})
		aside.Done()
		if err != nil {
			return err
		}
		account, err := c.Out.WriteJSON(readingName, readingOf(&rep))
		if err != nil {
			return err
		}
		if err := c.Out.Finish(indexDir, key, append(files, account)); err != nil {
			return err
		}
	}
	if c.Index, err = index.OpenWith(c.Out.Path(indexDir), analyzer.Options().Pieces); err == nil {
		c.warnOfBare()
		c.warnOfForeign()
	}
	return err
}

// guessed yields the documents of files, and tells st how many there will be if they go on like those that were read.
func guessed(docs iter.Seq2[corpus.Doc, error], files []Input, rep *corpus.Report, st *progress.Stage) iter.Seq2[corpus.Doc, error] {
	size := int64(0)
	for _, f := range files {
		size += f.Bytes
	}
	return func(yield func(corpus.Doc, error) bool) {
		n := 0
		for doc, err := range docs {
			if n++; n%4096 == 0 && rep.Bytes > 0 {
				st.Total(max(n, int(float64(n)*float64(size)/float64(rep.Bytes))))
			}
			if !yield(doc, err) {
				return
			}
		}
		st.Total(n)
	}
}

// named puts a file's name before a bad-input error that has none.
func named(err error, file string) error {
	var f *fault.Error
	if errors.As(err, &f) && f.Kind == fault.Input && f.File == "" {
		f.File = file
	}
	return err
}

// ReadTopics reads queries, judgements and runs and divides them into splits.
func (c *Chain) ReadTopics(ctx context.Context) error {
	splits, err := splitsOf(&c.Config.Gen)
	if err != nil {
		return err
	}
	given, err := c.readTopics(ctx)
	if err != nil {
		return err
	}
	c.Topics, err = divide(&c.Config.Gen, given, splits, c.Config.Gen.Fold)
	return err
}

func (c *Chain) readTopics(ctx context.Context) ([]Topics, error) {
	var rep corpus.Report
	given, err := c.Collection.ReadTopics(ctx, &rep)
	c.report(&rep)
	return given, err
}

// Prepare runs the stages up to the candidates and word vectors.
func (c *Chain) Prepare(ctx context.Context) error {
	if err := c.ReadTopics(ctx); err != nil {
		return err
	}
	return c.PrepareRead(ctx)
}

// PrepareRead is Prepare after the topics were read.
func (c *Chain) PrepareRead(ctx context.Context) error {
	for _, stage := range []func(context.Context) error{c.BuildIndex, c.checkMadeIDs, c.loadPieces, c.Retrieve, c.markTwins, c.loadVectors, c.loadSimilarity, c.loadOpinions} {
		if err := stage(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Miner is ready to run the configuration's axioms.
func (c *Chain) Miner() *mine.Miner {
	m := &mine.Miner{Index: c.Index, Axioms: c.Axioms.All, Threads: c.Config.Gen.Threads, Most: c.Config.Gen.MaxCandidates,
		Collection: c.axiomCollection(), Pieces: c.pieces}
	if p, err := ParsePerturbed(&c.Config.Gen); err == nil && len(p.Axioms) > 0 { // else Check refuses it
		m.Perturber = c.Perturber(p.Axioms)
	}
	return m
}

// Mine counts the instances of every axiom in every split: counts.json, and profile.json with length skew and agreement.
func (c *Chain) Mine(ctx context.Context) (mine.Counts, mine.Profiles, error) {
	counts, profiles := mine.Counts{}, mine.Profiles{}
	miner := c.Miner()
	var err error
	if miner.Only, err = c.Violated(); err != nil {
		return nil, nil, err
	}
	err = c.count(ctx, miner, func(s *Split, counter *mine.Counter) { counter.Add(s.Name, counts, profiles) })
	if err != nil {
		return nil, nil, err
	}
	names := make([]string, len(c.Axioms.All))
	for i, a := range c.Axioms.All {
		names[i] = a.String()
	}
	runs, err := c.ModelRuns()
	if err != nil {
		return nil, nil, err
	}
	key := c.extend("mine", strings.Join(names, "; "), c.Config.Gen.MinGrade, c.Config.Gen.AddRelevant, runs, c.Config.Gen.ViolatedMargin, c.Config.Gen.Made)
	return counts, profiles, c.writeCounts(key, counts, profiles)
}

// count runs the miner over every split and hands its counter to done.
func (c *Chain) count(ctx context.Context, miner *mine.Miner, done func(*Split, *mine.Counter)) error {
	for i := range c.Splits {
		s := &c.Splits[i]
		counter := mine.NewCounter(miner, c.Config.Gen.MinGrade)
		st := c.Progress.Stage("mine", s.Name+" queries", len(s.Queries))
		err := miner.Run(ctx, s.Queries, st, counter.Visit)
		st.Done()
		if err != nil {
			return err
		}
		done(s, counter)
	}
	return nil
}

func (c *Chain) writeCounts(key string, counts mine.Counts, profiles mine.Profiles) error {
	var files []outdir.File
	for _, product := range []struct {
		name  string
		value any
	}{{"counts.json", counts}, {"profile.json", profiles}} {
		f, err := c.Out.WriteJSON(product.name, product.value)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	return c.Out.Finish("mine", key, files)
}
