package ranker

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/parallel"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/train/drawing"
)

// Folder holds the rankings in an output directory: a folder for each call, named by the hash of what decides it.
const Folder = "rankings"

// Stage is the name of a ranking in the journal, behind which its key stands.
const Stage = "ranking "

const drawnName = "drawn.json"

// perRestart is what a start of the weights other than the first adds to the seed.
const perRestart = 1_000_000

// Ranking is what a call found: scores of the candidates of dev and test.
type Ranking struct {
	*mine.RunScores
	Drawn
}

// Ranker trains by commands, one call after the other: each may use all cores. Its calls leave their rankings in an output directory.
type Ranker struct {
	out    *outdir.Dir
	merged []string                       // folders of rankings that parts left
	files  map[string]sumsOf              // of commands, by their line
	used   map[string]bool                // stages of the rankings that were asked for
	ended  map[string]*Ranking            // by key
	pieces map[string]*tokenize.Tokenizer // vocabularies that were trained, by key
	mu     sync.Mutex
}

type sumsOf struct {
	command *command
	files   []namedFile
}

// New is a ranker for an output directory. merged are folders that parts of the experiment left, in which finished rankings are looked
// for.
func New(out *outdir.Dir, merged []string) *Ranker {
	return &Ranker{out: out, merged: merged, files: map[string]sumsOf{}, used: map[string]bool{}, ended: map[string]*Ranking{},
		pieces: map[string]*tokenize.Tokenizer{}}
}

// Check refuses what is no command, before any work is done.
func Check(line string) error {
	_, err := parse(line)
	return err
}

// Used says whether a stage of the journal is a ranking that was asked for.
func (r *Ranker) Used(stage string) bool { return r.used[stage] }

// Train gives the ranking of a configuration on a draw: an earlier one's, or a call's, which tells what it writes line by line.
func (r *Ranker) Train(ctx context.Context, c *configs.Config, at drawing.Draw, tell func(line string)) (*Ranking, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	own := *c
	own.Gen.Seed = int(at.Seed)
	p, err := at.Fold.From.Chain.With(&own)
	if err != nil {
		return nil, err
	}
	seed := at.Seed + perRestart*uint64(own.Train.Restart)
	key, err := r.key(p, at, seed)
	if err != nil || r.ended[key] != nil {
		return r.ended[key], err
	}
	r.used[Stage+key] = true
	if err := r.find(p, at, key); err != nil {
		return nil, err
	}
	if _, kept := r.out.Finished(Stage+key, key); !kept {
		if err := r.call(ctx, p, at, seed, key, tell); err != nil {
			return nil, err
		}
	}
	r.ended[key], err = read(r.out.Path(folderOf(key)), p, at)
	return r.ended[key], err
}

// key is that of everything that decides a ranking: the data set, the candidates, the seed, the command and the files that it names.
func (r *Ranker) key(p *prepare.Prepared, at drawing.Draw, seed uint64) (string, error) {
	c := p.Config
	of, met := r.files[c.Train.Ranker]
	if !met {
		var err error
		if of.command, err = parse(c.Train.Ranker); err == nil {
			of.files, err = of.command.files(r.out.Claimed())
		}
		if err != nil {
			return "", err
		}
		r.files[c.Train.Ranker] = of
	}
	runs, err := prepare.ModelRuns(&c.Gen)
	if err != nil {
		return "", err
	}
	spares, always, err := dataset.WantedSpares(c)
	if err != nil {
		return "", err
	}
	var scores []string
	for _, path := range configs.List(c.Tokenize.Scores) {
		_, sum, err := stage.Checksum(path)
		if err != nil {
			return "", err
		}
		scores = append(scores, sum)
	}
	if p.Vocabulary == nil { // as it is noted where it is made
		noted := "trained"
		if path := c.Tokenize.Vocab; path != "" {
			if _, noted, err = stage.Checksum(path); err != nil {
				return "", err
			}
		}
		p.Note(stage.Vocabulary, noted)
	}
	p.Note(stage.Mining, runs)
	p.Note(stage.Sample, spares, always)
	return stage.Hash(at.Fold.From.Chain.Key(stage.Candidates), at.Fold.Number, p.Key(stage.Shards), c.Deciding(configs.Shards), scores, seed,
		configs.Portable("train.ranker", c.Train.Ranker), of.files), nil
}

// call makes the data set and what goes with it, runs the command, and keeps its runs. All else is removed. Where an earlier call was
// given the same, its runs are taken.
func (r *Ranker) call(ctx context.Context, p *prepare.Prepared, at drawing.Draw, seed uint64, key string,
	tell func(string)) error {
	of := r.files[p.Config.Train.Ranker]
	return r.out.Aside(func(into *outdir.Dir) error {
		own, err := r.into(ctx, p, into)
		if err != nil {
			return err
		}
		drawn, err := writeShards(ctx, own, at.Fold)
		if err != nil {
			return err
		}
		v, inputs, err := writeInputs(at.Fold, p.Index, of.command.needs, into)
		if err != nil {
			return err
		}
		drawn.Cell = drawn.With(configs.Version, configs.Portable("train.ranker", p.Config.Train.Ranker), of.files, seed, sums(inputs))
		if folder, err := r.equal(drawn.Cell); folder != "" || err != nil {
			if err != nil {
				return err
			}
			tell("the same data were given to the ranker before: its answer is taken")
			return r.keep(p, at, key, drawn, runsIn(folder))
		}
		v[seedName] = []string{strconv.FormatUint(seed, 10)}
		v[threadsName] = []string{strconv.Itoa(parallel.Threads(p.Config.Gen.Threads))}
		if err := call(ctx, of.command.with(v), time.Duration(p.Config.Train.TimeLimit)*time.Second, tell); err != nil {
			return err
		}
		return r.keep(p, at, key, drawn, v[outputName])
	})
}

// into is a run that leaves its files in a folder of its own, with the vocabulary, which is trained once.
func (r *Ranker) into(ctx context.Context, p *prepare.Prepared, into *outdir.Dir) (*prepare.Prepared, error) {
	p, err := p.With(p.Config) // a copy
	if err != nil {
		return nil, err
	}
	p.Run = p.Run.Into(into, "axiomine train")
	key := p.Key(stage.Vocabulary)
	if p.Vocabulary == nil && p.Config.Tokenize.Vocab == "" {
		p.Vocabulary = r.pieces[key]
	}
	if p, err = p.WithVocabulary(ctx); err == nil {
		r.pieces[key] = p.Vocabulary
	}
	return p, err
}

func folderOf(key string) string { return Folder + "/" + key }

// runName is a split's run in the folder of a ranking.
func runName(split string) string { return split + ".txt" }
