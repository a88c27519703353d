// Package grid makes the data set of every setting of a sweep. A setting is a cell of the grid. Index, candidates, vectors and vocabulary
// are made once for all cells that share them. Digests show which data sets have the same rows.
package grid

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// start prepares the index and the candidates that the cells of a group share.
func (g *cellGroup) start(ctx context.Context, out *result.Dir, p *progress.Printer, command string) (*prepare.Preparation, error) {
	list := lists.Map(g.cells, func(c *cell) *configs.Config { return c.config })
	config := g.sharedConfig()
	run, err := gen.Start(&config, out, p, command)
	if err != nil {
		return nil, err
	}
	axioms, err := quota.Together(list)
	if err != nil {
		return nil, err
	}
	return run.WithAxioms(axioms).AllForTraining(ctx, g.checkRequests)
}

// checkRequests returns the first error of dataset.CheckRequest for a cell.
func (g *cellGroup) checkRequests(p *prepare.Preparation) error {
	for _, c := range g.cells {
		cell, err := p.WithConfig(c.config)
		if err == nil {
			err = dataset.CheckRequest(cell)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Plan runs the checks of Sweep and returns a line for each cell with its requested amounts. If an earlier cell has equal settings, the
// line names this earlier cell. The last line has the number of different cells. Only Sweep finds cells that draw the same rows.
func Plan(ctx context.Context, l *configs.LoadedConfig) ([]string, error) {
	groups, _, err := checkGrid(l)
	if err != nil {
		return nil, err
	}
	requests, err := planAmounts(ctx, groups)
	if err != nil {
		return nil, err
	}
	var list []*cell
	for _, g := range groups {
		list = append(list, g.cells...)
	}
	slices.SortFunc(list, func(a, b *cell) int { return a.number - b.number })
	cells := make([]*stage.NamedCell, len(list))
	for i, c := range list {
		cells[i] = new(stage.NamedCell)
		if cells[i].Cell, err = SettingsCell(c.config); err != nil {
			return nil, err
		}
	}
	different := stage.NameEqual(cells)
	var lines []string
	for i, c := range list {
		request := cells[i].Text(cmp.Or(requests[c.number], gen.NotPlanned), "set")
		lines = append(lines, fmt.Sprintf("%d  %s: %s", c.number, c.settings, request))
	}
	return append(lines, terminal.Different(len(lines), different, "set", "sets")+" by their settings; sets that draw the same rows are named when they are made"), nil
}

// planAmounts returns the requested amounts of each cell in words, by the cell's number.
func planAmounts(ctx context.Context, groups []*cellGroup) (map[int]string, error) {
	requests := map[int]string{}
	for _, g := range groups {
		config := g.sharedConfig()
		err := gen.WithSmallCandidates(ctx, &config, func(run *prepare.Preparation) error {
			if err := g.checkRequests(run); err != nil {
				return err
			}
			for _, c := range g.cells {
				cellRun, err := run.WithConfig(c.config)
				if err != nil {
					return err
				}
				if requests[c.number], err = dataset.DescribeRequest(cellRun); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return requests, nil
}

// Sweep makes the data sets of a grid, or of a part of the grid, in out, writes sweep.json and returns its content. A resumed sweep makes
// only the missing data sets. part is "" or i/n, such as 2/7. Samples of one seed are nested: a larger ratio draws all pairs that a smaller
// ratio draws. cellCommand returns the command that makes one cell.
func Sweep(ctx context.Context, l *configs.LoadedConfig, out *result.Dir, p *progress.Printer, command, part string,
	cellCommand commander) (*DataSets, error) {
	groups, grid, err := checkGrid(l)
	if err != nil {
		return nil, err
	}
	ownPart := mine.Part{Number: 1, Parts: 1}
	if part != "" {
		if ownPart, err = mine.ParsePart(part); err != nil {
			return nil, err
		}
	}
	r := &DataSets{SchemaVersion: sweepSchema, Command: command, Versions: configs.Versions(), Grid: grid, Part: part}
	for _, g := range groups {
		g.cells = slices.DeleteFunc(g.cells, func(c *cell) bool { return (c.number-1)%ownPart.Parts != ownPart.Number-1 })
	}
	if groups = slices.DeleteFunc(groups, func(g *cellGroup) bool { return len(g.cells) == 0 }); len(groups) == 0 {
		return nil, errs.BadUsage("divide the grid into fewer parts", "part %s has no set of the grid", part)
	}
	reach := showSteps(p, groups)
	for _, g := range groups {
		sets, err := g.run(ctx, out, p, reach, command, cellCommand)
		if err != nil {
			return nil, err
		}
		r.Sets = append(r.Sets, sets...)
	}
	return r, r.write(out)
}

// commander returns the command that makes a configuration's data set.
type commander func(*configs.Config) (string, error)

// run makes and returns the data sets of a group. It calls reach before the shared stages and before each set.
func (g *cellGroup) run(ctx context.Context, out *result.Dir, p *progress.Printer, reach func(), command string,
	cellCommand commander) (sets []DataSet, err error) {
	reach()
	groupOut, err := out.Subdir(g.dir)
	if err != nil {
		return nil, err
	}
	common, err := g.start(ctx, groupOut, p, command)
	if err != nil {
		return nil, err
	}
	defer common.Close()
	usesVocabulary := func(c *cell) bool { // checkGrid checked the options
		o, err := dataset.ShardOptions(c.config)
		return err == nil && dataset.UsesVocabulary(c.config, o)
	}
	if slices.ContainsFunc(g.cells, usesVocabulary) {
		if common, err = common.WithVocabulary(ctx); err != nil {
			return nil, err
		}
	}
	for _, c := range g.cells {
		p.Say("set %d: %s", c.number, c.settings)
		reach()
		set, err := c.makeSet(ctx, common, out, cellCommand)
		if err != nil {
			return nil, fmt.Errorf("set %d, %s: %w", c.number, c.settings, err)
		}
		sets = append(sets, *set)
	}
	return sets, groupOut.Settle()
}

// makeSet makes the data set of a cell and returns its entry in the record.
func (c *cell) makeSet(ctx context.Context, common *prepare.Preparation, out *result.Dir, cellCommand commander) (*DataSet, error) {
	cellOut, err := out.Subdir(c.dir)
	if err != nil {
		return nil, err
	}
	set := &DataSet{Number: c.number, Settings: c.settings.Map(), Dir: c.dir}
	if set.Command, err = cellCommand(c.config); err != nil {
		return nil, err
	}
	cellRun, err := common.WithConfig(c.config)
	if err != nil {
		return nil, err
	}
	cellRun.Run = cellRun.Run.WithOutput(cellOut, set.Command)
	if set.Asked, err = dataset.DescribeRequest(cellRun); err != nil {
		return nil, err
	}
	data, err := dataset.Sample(ctx, cellRun, nil)
	if err != nil {
		return nil, err
	}
	report := data.Report
	set.Asked, set.Drawn, set.Rows = strings.TrimPrefix(set.Asked, "asked: "), strings.TrimPrefix(report.DrawnText(), "used: "), data.Rows()
	for _, pool := range report.Pools() {
		if pool.Key != "" { // tasks of a mixture have no key
			set.Pools = append(set.Pools, DrawnPool{pool.Axiom, pool.Asked, pool.Taken(), pool.Short})
		}
	}
	for _, u := range report.Unmet() {
		u.Subject = fmt.Sprintf("set %d: %s", c.number, u.Subject)
		set.Unmet = append(set.Unmet, u)
	}
	if set.Data, err = dataset.Digest(data, c.config); err != nil {
		return nil, err
	}
	manifest, err := dataset.Shards(ctx, cellRun, data)
	if err != nil {
		return nil, err
	}
	set.Files = manifest.FilesDigest()
	if _, set.Manifest, err = stage.Checksum(cellOut.Path(dataset.ShardsDir + "/manifest.json")); err != nil {
		return nil, err
	}
	return set, cellOut.Settle()
}

// showSteps lists the steps of a sweep for the progress: for each group the shared steps, then the steps of each set. The caller calls
// reach at the start of every group and set.
func showSteps(p *progress.Printer, groups []*cellGroup) (reach func()) {
	config := groups[0].sharedConfig()
	shared := prepare.Steps(&config.Gen, stage.Candidates)
	setSteps := prepare.Steps(&config.Gen, stage.Shards)[len(shared):]
	var all []progress.Step
	var begins []int // the first step of every group and set, in order
	for _, g := range groups {
		begins = append(begins, len(all))
		all = append(all, shared...)
		for _, c := range g.cells {
			begins = append(begins, len(all))
			for _, step := range setSteps {
				all = append(all, progress.Step{Name: step.Name, Title: fmt.Sprintf("%s, set %d", step.Title, c.number)})
			}
		}
	}
	p.Steps(all...)
	return func() {
		p.Reach(begins[0])
		begins = begins[1:]
	}
}
