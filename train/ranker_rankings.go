package train

import (
	"context"
	"strconv"
	"sync"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/train/trial"
)

// RankingsFolder is the name of the folder of rankings in an output directory. It has a folder for each ranking,
// named by the ranking's key.
const RankingsFolder = "rankings"

// RankingStage is the prefix of a ranking's name in the journal. The ranking's key follows it.
const RankingStage = "ranking "

const pairsInfoName = "drawn.json"

// seedsPerRestart times train.restart is added to the seed of a call.
const seedsPerRestart = 1_000_000

// Ranking is the result of a call: scores of the candidates of dev and test.
type Ranking struct {
	*mine.RunScores
	PairsInfo
}

// Ranker trains by commands. It makes one call at a time, because a call may use all cores. It keeps the rankings in an output directory.
type Ranker struct {
	out          *result.Dir
	otherFolders []string                       // the folders of rankings of other experiments
	files        map[string]commandFiles        // the parsed commands and the files that they name, by command line
	used         map[string]bool                // the journal's stages of the rankings in use
	rankings     map[string]*Ranking            // the rankings of this process, by key
	pieces       map[string]*tokenize.Tokenizer // the vocabularies that were trained, by key
	mu           sync.Mutex
}

// commandFiles is a parsed command with the files that it names.
type commandFiles struct {
	command *command
	files   []namedFile
}

// NewRanker returns a ranker for an output directory. It also looks for finished rankings in folders, the
// RankingsFolder of other experiments.
func NewRanker(out *result.Dir, folders []string) *Ranker {
	return &Ranker{out: out, otherFolders: folders, files: map[string]commandFiles{}, used: map[string]bool{}, rankings: map[string]*Ranking{},
		pieces: map[string]*tokenize.Tokenizer{}}
}

// CheckCommand returns an error for an invalid command, before any work is done.
func CheckCommand(line string) error {
	_, err := parse(line)
	return err
}

// Used reports whether a stage of the journal is a ranking in use.
func (r *Ranker) Used(stage string) bool { return r.used[stage] }

// Train returns the ranking of a configuration on a draw, from an earlier call or from a new one. tell
// receives each line of a new call's output.
func (r *Ranker) Train(ctx context.Context, c *configs.Config, draw trial.Draw, tell func(line string)) (*Ranking, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	config := *c
	config.Gen.Seed = int(draw.Seed)
	p, err := draw.Fold.Source.Chain.WithConfig(&config)
	if err != nil {
		return nil, err
	}
	seed := draw.Seed + seedsPerRestart*uint64(config.Train.Restart)
	key, err := r.key(p, draw, seed)
	if err != nil || r.rankings[key] != nil {
		return r.rankings[key], err
	}
	r.used[RankingStage+key] = true
	if _, ok := r.out.FinishedFiles(RankingStage+key, key); !ok {
		if err := r.call(ctx, p, draw, seed, key, tell); err != nil {
			return nil, err
		}
	}
	r.rankings[key], err = readRanking(r.out.Path(folderOf(key)), p, draw)
	return r.rankings[key], err
}

// key returns a hash of everything that decides a ranking: the data set, the candidates, the seed, the
// command and the files that the command names.
func (r *Ranker) key(p *prepare.Preparation, draw trial.Draw, seed uint64) (string, error) {
	c := p.Run.Config
	entry, ok := r.files[c.Train.Ranker]
	if !ok {
		var err error
		if entry.command, err = parse(c.Train.Ranker); err == nil {
			entry.files, err = entry.command.files(r.out.State().Claimed)
		}
		if err != nil {
			return "", err
		}
		r.files[c.Train.Ranker] = entry
	}
	runs, err := prepare.ModelRuns(&c.Gen)
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
	if p.Vocabulary == nil { // the same note as that of prepare.WithVocabulary
		source := "trained"
		if path := c.Tokenize.Vocab; path != "" {
			if _, source, err = stage.Checksum(path); err != nil {
				return "", err
			}
		}
		p.Run.Note(stage.Vocabulary, source)
	}
	p.Run.Note(stage.Mining, runs)
	p.Run.Note(stage.Sample, dataset.WantedSpares(c))
	return stage.Hash(draw.Fold.Source.Chain.Run.Key(stage.Candidates), draw.Fold.Number, p.Run.Key(stage.Shards), c.Deciding(configs.Shards),
		scores, seed, configs.Portable("train.ranker", c.Train.Ranker), entry.files), nil
}

// call writes the data set and the other inputs, runs the command and keeps its runs. All other files are
// removed. If an earlier call had the same inputs, call keeps the runs of that call and runs nothing.
func (r *Ranker) call(ctx context.Context, p *prepare.Preparation, draw trial.Draw, seed uint64, key string,
	tell func(string)) error {
	entry := r.files[p.Run.Config.Train.Ranker]
	return r.out.Aside(func(dir *result.Dir) error {
		chain, err := r.redirect(ctx, p, dir)
		if err != nil {
			return err
		}
		description, err := writeShards(ctx, chain, draw.Fold)
		if err != nil {
			return err
		}
		v, inputs, err := writeInputs(draw.Fold, p.Index, entry.command.needs, dir)
		if err != nil {
			return err
		}
		description.Cell = description.Extend(configs.Version, configs.Portable("train.ranker", p.Run.Config.Train.Ranker), entry.files, seed,
			lists.Map(inputs, func(f result.File) string { return f.SHA256 }))
		if folder, err := r.findEqual(description.Cell); folder != "" || err != nil {
			if err != nil {
				return err
			}
			tell("the same data were given to the ranker before: its answer is taken")
			return r.keep(p, draw, key, description, runPaths(folder))
		}
		v[seedName] = []string{strconv.FormatUint(seed, 10)}
		v[threadsName] = []string{strconv.Itoa(parallel.Threads(p.Run.Config.Gen.Threads))}
		if err := call(ctx, entry.command.fill(v), tell); err != nil {
			return err
		}
		return r.keep(p, draw, key, description, v[outputName])
	})
}

// redirect returns a copy of a preparation that writes to dir. If its shards need a vocabulary, the copy has one. Each vocabulary is
// trained once.
func (r *Ranker) redirect(ctx context.Context, p *prepare.Preparation, dir *result.Dir) (*prepare.Preparation, error) {
	p, err := p.WithConfig(p.Run.Config) // a copy
	if err != nil {
		return nil, err
	}
	p.Run = p.Run.WithOutput(dir, "axiomine train")
	o, err := dataset.ShardOptions(p.Run.Config)
	if err != nil || !dataset.UsesVocabulary(p.Run.Config, o) {
		return p, err
	}
	key := p.Run.Key(stage.Vocabulary)
	if p.Vocabulary == nil && p.Run.Config.Tokenize.Vocab == "" {
		p.Vocabulary = r.pieces[key]
	}
	if p, err = p.WithVocabulary(ctx); err == nil {
		r.pieces[key] = p.Vocabulary
	}
	return p, err
}

// folderOf returns the folder of a ranking, below the output directory.
func folderOf(key string) string { return RankingsFolder + "/" + key }

// runName returns the name of a split's run in the folder of a ranking.
func runName(split string) string { return split + ".txt" }
