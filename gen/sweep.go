package gen

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen/mine"
)

// DataSets is the record of a grid of data sets, sweep.json: one line each for what was asked, what came and where it lies.
type DataSets struct {
	SchemaVersion int               `json:"schema_version"`
	Command       string            `json:"command"`
	Versions      map[string]string `json:"versions"`
	Grid          string            `json:"grid"`           // a key of all settings, which parts of one grid share
	Part          string            `json:"part,omitempty"` // of the grid, as 2/7
	Sets          []DataSet         `json:"sets"`
}

// DataSet is a cell of the grid: a folder as axiomine gen leaves it, without index and candidates.
type DataSet struct {
	Number   int               `json:"number"` // in the grid, from 1
	Settings map[string]string `json:"settings"`
	Dir      string            `json:"dir"`     // from the record's folder
	Command  string            `json:"command"` // gives the same rows alone
	Asked    string            `json:"asked"`
	Came     string            `json:"came"`
	Rows     map[string]int    `json:"rows"`     // by split or test set
	Pools    []DrawnPool       `json:"pools"`    // of the training split
	Manifest string            `json:"manifest"` // SHA-256 of shards/manifest.json
}

// DrawnPool is what an axiom was asked for and what it gave.
type DrawnPool struct {
	Axiom     string `json:"axiom"`
	Wanted    int    `json:"wanted"`
	Taken     int    `json:"taken"`
	Shortfall int    `json:"shortfall"`
}

const (
	sweepSchema = 1
	sweepName   = "sweep.json"
)

// late are the keys that decide nothing before pairs are drawn: cells that differ in these alone share all that comes before.
var late = []string{"gen.axioms", "gen.delta_star", "gen.ratio", "gen.pairs", "gen.strategy", "gen.budget", "gen.sample", "gen.hard_run",
	"gen.violated_by", "gen.violated_margin", "gen.weights", "gen.pool_top", "gen.pool_queries", "gen.conflict", "gen.regular", "gen.positives",
	"gen.negatives_per_positive", "gen.positives_per_query", "gen.negatives_per_query", "gen.skip_top", "gen.max_score", "gen.absolute_margin",
	"gen.relative_margin", "gen.judged_only", "gen.judged_queries", "gen.order", "gen.mixture", "gen.ranking_rows", "gen.rows", "gen.on_shortage",
	"gen.class_sample", "gen.class_test", "tokenize.max_length", "tokenize.max_query_length", "tokenize.output_format", "tokenize.shard_size",
	"tokenize.compression", "tokenize.group_size", "tokenize.layout", "tokenize.mtdnn_ranking", "tokenize.mtdnn_san", "tokenize.compat",
	"gen.spares", "tokenize.on_short_group", "tokenize.on_teacher_conflict", "tokenize.pointwise", "tokenize.rows_of",
	"tokenize.card_license", "tokenize.card_language"}

// carried are the keys of train that rows carry to the trainer.
var carried = []string{"margin", "axiom_margin", "axiom_weight", "perturb_margin"}

// setCell is a cell of the grid to be made.
type setCell struct {
	number   int
	settings []configs.Pair
	config   *configs.Config
	axioms   *Axioms
	dir      string
}

// setGroup are the cells that share index, candidates, vectors and vocabulary.
type setGroup struct {
	config configs.Config // of the first, with the base's values of late keys
	cells  []*setCell
	dir    string
}

// setGrid checks every cell of a grid before any work is done, and gives them by what they share.
func setGrid(l *configs.Loaded) (groups []*setGroup, grid string, err error) {
	switch {
	case len(l.Sweep.Per)+len(l.Sweep.Over) == 0:
		return nil, "", fault.BadUsage("list values under sweep: over: {KEY: [..]}", "the configuration has no sweep")
	case len(l.Sweep.On) > 0:
		return nil, "", fault.BadUsage("take it out; train sweep carries what it chose over", "sweep: on: has no meaning here, where nothing is chosen")
	}
	for _, axis := range slices.Concat(l.Sweep.Per, l.Sweep.Over) {
		if strings.HasPrefix(axis.Key, "train.") || strings.HasPrefix(axis.Key, "embed.") {
			return nil, "", fault.BadUsage("take it out, or use axiomine train sweep", "sweep: %s decides nothing of a data set", axis.Key)
		}
	}
	byKey := map[string]*setGroup{}
	seen := map[string]int{}
	var all []string
	for i, settings := range l.Sweep.Settings() {
		c := &setCell{number: i + 1, settings: settings}
		if c.config, err = l.Sweep.Lay(l.Config, settings); err == nil {
			err = Check(c.config)
		}
		if err == nil {
			c.axioms, err = ParseAxioms(&c.config.Gen)
		}
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", settingsText(settings), err)
		}
		inputs, err := InputsKey(c.config)
		if err != nil {
			return nil, "", err
		}
		portable := c.config.Portable()
		maps.DeleteFunc(portable["train"], func(key string, _ any) bool { return !slices.Contains(carried, key) })
		delete(portable, "embed")
		home := hashed(portable, inputs)
		if first := seen[home]; first > 0 {
			return nil, "", fault.BadUsage("name it once", "cell %d of the grid, %s, is cell %d", c.number, settingsText(settings), first)
		}
		seen[home], c.dir = c.number, "sets/"+home
		all = append(all, home)
		shared, err := sharedBy(c, &l.Config)
		if err != nil {
			return nil, "", err
		}
		key := hashed(shared, generativeNames(c.axioms.All))
		if byKey[key] == nil {
			byKey[key] = &setGroup{config: *shared, dir: "shared/" + hashed(shared.Portable(), generativeNames(c.axioms.All))}
			groups = append(groups, byKey[key])
		}
		byKey[key].cells = append(byKey[key].cells, c)
	}
	return groups, hashed(all), nil
}

// sharedBy is a cell's configuration with the base's values of late keys. The seed is one of those where it decides draws alone.
func sharedBy(c *setCell, base *configs.Config) (*configs.Config, error) {
	shared := *c.config
	keys := late
	if g := &shared.Gen; g.Splits == "given" && g.QuerySample == "" && g.Limit == 0 && g.Vectors == "" {
		keys = append(slices.Clip(late), "gen.seed")
	}
	for _, f := range configs.Fields() {
		if slices.Contains(keys, f.Key) {
			if err := shared.Set(f.Key, fmt.Sprint(f.Get(base))); err != nil {
				return nil, err
			}
		}
	}
	return &shared, nil
}

// generativeNames are those of the axioms that make documents, which may be candidates.
func generativeNames(list []axioms.Axiom) (names []string) {
	for _, a := range list {
		if _, makes := a.(axioms.Generative); makes {
			names = append(names, a.String())
		}
	}
	return names
}

func hashed(of ...any) string {
	raw, err := json.Marshal(of)
	if err != nil {
		panic(err) // plain values only
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:8])
}

func settingsText(settings []configs.Pair) string {
	var parts []string
	for _, s := range settings {
		parts = append(parts, s.Key[strings.IndexByte(s.Key, '.')+1:]+" "+cmp.Or(s.Value, "none"))
	}
	return strings.Join(parts, ", ")
}

// Together are the axioms of several configurations and of their mixtures, each once: what is prepared for all of them at once.
func Together(list []*configs.Config) (*Axioms, error) {
	if len(list) == 0 {
		return &Axioms{}, nil
	}
	var texts []string
	for _, c := range list {
		own, err := ParseAxioms(&c.Gen)
		if err != nil {
			return nil, err
		}
		mixed, err := parseMixture(&c.Gen)
		if err != nil {
			return nil, err
		}
		for _, a := range append(own.All, mixed.named()...) {
			if text := axioms.Written(a); !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	g := list[0].Gen
	g.Axioms, g.DeltaStar, g.Ratio, g.Pairs, g.Strategy = strings.Join(texts, ", "), "", "none", "", "paired"
	return ParseAxioms(&g)
}

// shared is the configuration under which what the cells share is made; no pair is drawn.
func (g *setGroup) shared() configs.Config {
	config, first := g.config, g.cells[0].config
	config.Gen.Axioms, config.Gen.DeltaStar = first.Gen.Axioms, first.Gen.DeltaStar
	config.Gen.Ratio, config.Gen.Pairs, config.Gen.Weights, config.Gen.Mixture = "none", "", "none", ""
	config.Train.AxiomWeight, config.Train.AxiomMargin, config.Train.Choose = "1", "1", configs.ChooseNone
	return config
}

// start prepares what the cells of a group share.
func (g *setGroup) start(ctx context.Context, out *outdir.Dir, p *progress.Printer, command string) (*Chain, error) {
	var list []*configs.Config
	for _, c := range g.cells {
		list = append(list, c.config)
	}
	config := g.shared()
	chain, err := Start(&config, out, p, command)
	if err != nil {
		return nil, err
	}
	if chain.Axioms, err = Together(list); err == nil {
		err = chain.Prepare(ctx)
	}
	if err != nil {
		chain.Close()
		return nil, err
	}
	return chain, nil
}

// cell is the chain for one cell, with what it changes its own.
func (c *Chain) cell(of *setCell, out *outdir.Dir, command string) (*Chain, error) {
	own, err := c.With(of.config)
	if err != nil {
		return nil, err
	}
	own.Out, own.Command, own.Inputs, own.Warnings = out, command, slices.Clone(c.Inputs), maps.Clone(c.Warnings)
	own.Splits = slices.Clone(c.Splits)
	for i := range own.Splits {
		own.Splits[i].Queries = slices.Clone(c.Splits[i].Queries) // shards give up the candidates
	}
	return own, nil
}

// PlanSweep says what each cell of a grid would ask, a line each, after the checks that Sweep begins with.
func PlanSweep(ctx context.Context, l *configs.Loaded) ([]string, error) {
	groups, _, err := setGrid(l)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, g := range groups {
		asked := make([]string, len(g.cells))
		config := g.shared()
		err := inPassing(ctx, &config, func(chain *Chain) error {
			for i, c := range g.cells {
				own, err := chain.With(c.config)
				if err != nil {
					return err
				}
				if asked[i], err = own.asked(); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		for i, c := range g.cells {
			lines = append(lines, fmt.Sprintf("%d  %s: %s", c.number, settingsText(c.settings), cmp.Or(asked[i], notPlanned)))
		}
	}
	return lines, nil
}

// Sweep makes the data sets of a grid, or part of them, below out, and leaves sweep.json: index, candidates and vocabulary are made once
// for all that share them, and kept when it is resumed, as are data sets that are done. part is "", or i/n as 2/7. Under one seed samples are nested: what a
// smaller ratio draws, a larger one draws too. alone makes the command of a cell by itself.
func Sweep(ctx context.Context, l *configs.Loaded, out *outdir.Dir, p *progress.Printer, command, part string, alone commander) (*DataSets, error) {
	groups, grid, err := setGrid(l)
	if err != nil {
		return nil, err
	}
	of := mine.Part{Number: 1, Of: 1}
	if part != "" {
		if of, err = ParsePart(part); err != nil {
			return nil, err
		}
	}
	r := &DataSets{SchemaVersion: sweepSchema, Command: command, Versions: configs.Versions(), Grid: grid, Part: part}
	for _, g := range groups {
		g.cells = slices.DeleteFunc(g.cells, func(c *setCell) bool { return (c.number-1)%of.Of != of.Number-1 })
		if len(g.cells) == 0 {
			continue
		}
		sets, err := g.run(ctx, out, p, command, alone)
		if err != nil {
			return nil, err
		}
		r.Sets = append(r.Sets, sets...)
	}
	return r, r.write(out)
}

// commander gives the command that makes a configuration's data set.
type commander func(*configs.Config) (string, error)

// run makes the data sets of a group.
func (g *setGroup) run(ctx context.Context, out *outdir.Dir, p *progress.Printer, command string, alone commander) (sets []DataSet, err error) {
	home, err := out.Below(g.dir)
	if err != nil {
		return nil, err
	}
	chain, err := g.start(ctx, home, p, command)
	if err != nil {
		return nil, err
	}
	defer chain.Close()
	if err := chain.NeedTexts("writing shards"); err != nil {
		return nil, err
	}
	if _, err := chain.Vocabulary(ctx); err != nil {
		return nil, err
	}
	for _, c := range g.cells {
		p.Say("set %d: %s", c.number, settingsText(c.settings))
		set, err := chain.makeSet(ctx, c, out, alone)
		if err != nil {
			return nil, fmt.Errorf("set %d, %s: %w", c.number, settingsText(c.settings), err)
		}
		sets = append(sets, *set)
	}
	return sets, home.Settle()
}

func (c *Chain) makeSet(ctx context.Context, of *setCell, out *outdir.Dir, alone commander) (*DataSet, error) {
	below, err := out.Below(of.dir)
	if err != nil {
		return nil, err
	}
	set := &DataSet{Number: of.number, Settings: map[string]string{}, Dir: of.dir}
	for _, s := range of.settings {
		set.Settings[s.Key] = configs.Portable(s.Key, s.Value)
	}
	if set.Command, err = alone(of.config); err != nil {
		return nil, err
	}
	own, err := c.cell(of, below, set.Command)
	if err != nil {
		return nil, err
	}
	if set.Asked, err = own.asked(); err != nil {
		return nil, err
	}
	data, report, err := own.Sample(ctx)
	if err != nil {
		return nil, err
	}
	set.Asked, set.Came, set.Rows = strings.TrimPrefix(set.Asked, "asked: "), strings.TrimPrefix(report.cameText(), "came: "), report.Rows
	for _, pool := range report.Pools {
		set.Pools = append(set.Pools, DrawnPool{pool.Name, pool.Wanted, pool.Taken, pool.Shortfall})
	}
	if err := own.Shards(ctx, data, report); err != nil {
		return nil, err
	}
	if _, set.Manifest, err = checksum(below.Path(shardsDir + "/manifest.json")); err != nil {
		return nil, err
	}
	return set, below.Settle()
}

// asked says what the configuration asks of the training split.
func (c *Chain) asked() (string, error) {
	training, err := c.Training()
	if err != nil {
		return "", err
	}
	drawer, err := c.Drawer(training, nil)
	if err != nil {
		return "", err
	}
	_, asked := c.wanted(drawer)
	return asked, nil
}

func (r *DataSets) write(out *outdir.Dir) error {
	slices.SortFunc(r.Sets, func(a, b DataSet) int { return a.Number - b.Number })
	f, err := out.WriteJSON(sweepName, r)
	if err != nil {
		return err
	}
	return out.Finish("sweep", r.Grid, []outdir.File{f})
}

// Lines is the record for a person.
func (r *DataSets) Lines() (lines []string) {
	for _, s := range r.Sets {
		var settings []string
		for _, key := range slices.Sorted(maps.Keys(s.Settings)) {
			settings = append(settings, key[strings.IndexByte(key, '.')+1:]+" "+cmp.Or(s.Settings[key], "none"))
		}
		lines = append(lines, fmt.Sprintf("set %d, %s: %s; %s", s.Number, strings.Join(settings, ", "), s.Came, s.Dir))
	}
	return lines
}

// MergeSweep makes one record of those that the parts of a grid left in folders: every data set, with its folder from out's place.
func MergeSweep(l *configs.Loaded, out *outdir.Dir, command string, folders []string) (*DataSets, error) {
	groups, grid, err := setGrid(l)
	if err != nil {
		return nil, err
	}
	cells := 0
	for _, g := range groups {
		cells += len(g.cells)
	}
	r := &DataSets{SchemaVersion: sweepSchema, Command: command, Versions: configs.Versions(), Grid: grid}
	for _, pattern := range folders {
		matches, err := filepath.Glob(pattern)
		if err != nil || len(matches) == 0 {
			return nil, fault.BadUsage("name the folders that gen sweep --part wrote", "no part of a sweep at %s", pattern)
		}
		for _, folder := range matches {
			path := filepath.Join(folder, sweepName)
			part, err := readSweep(path)
			if err != nil {
				return nil, err
			}
			if part.Grid != grid {
				return nil, fault.BadInput(path, 0, "make the part again with this configuration and these files",
					"it is a part of another grid, or of one with other input files")
			}
			for _, s := range part.Sets {
				if slices.ContainsFunc(r.Sets, func(t DataSet) bool { return t.Number == s.Number }) {
					return nil, fault.BadInput(path, 0, "name each part once", "set %d is in two parts", s.Number)
				}
				manifest := filepath.Join(folder, filepath.FromSlash(s.Dir), shardsDir, "manifest.json")
				if _, sum, err := checksum(manifest); err != nil || sum != s.Manifest {
					return nil, fault.BadInput(path, 0, "make the part again with --resume", "the manifest of set %d is not the one it wrote", s.Number)
				}
				place, err := filepath.Rel(out.Path("."), filepath.Join(folder, filepath.FromSlash(s.Dir)))
				if err != nil {
					return nil, err
				}
				s.Dir = filepath.ToSlash(place)
				r.Sets = append(r.Sets, s)
			}
		}
	}
	if len(r.Sets) != cells {
		return nil, fault.BadUsage("name the folders of all parts", "the parts hold %d of the grid's %d sets", len(r.Sets), cells)
	}
	return r, r.write(out)
}

func readSweep(path string) (*DataSets, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fault.CannotOpen(path, err)
	}
	r := &DataSets{}
	if err := json.Unmarshal(raw, r); err != nil || r.SchemaVersion != sweepSchema {
		return nil, fault.BadInput(path, 0, "make it with axiomine gen sweep", "no record of a sweep of data sets")
	}
	for _, s := range r.Sets {
		if !filepath.IsLocal(filepath.FromSlash(s.Dir)) {
			return nil, fault.BadInput(path, 0, "make it with axiomine gen sweep", "set %d lies outside its folder", s.Number)
		}
	}
	return r, nil
}
