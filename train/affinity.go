package train

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/gen/pools"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/train/diagnose"
	"github.com/axiomine/axiomine/train/eval"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/report/affinities"
	"golang.org/x/sync/errgroup"
)

// affinity is an experiment whose arms are sets of axioms: none, each alone, every two, and the clusters that come of these.
type affinity struct {
	*experiment
	given *configs.Config // what the user configured; the experiment's own chooses nothing
	tasks *pools.Axioms
	pools []axioms.Axiom // the axiom of each of the tasks' pools
	draws []*drawer
	sets  []*axiomSet
}

// axiomSet is what is trained on a set of axioms beside the judged pairs.
type axiomSet struct {
	pools   []int // numbers of the axioms
	setting setting
	units   []*unit            // by draw
	obeyed  [][]diagnose.Count // by draw, then axiom: of its instances on dev
}

// Affinity finds out which axioms help which. It trains the DRMM on judged pairs with every axiom alone and with every two of them, each
// with the pairs that it has alone, and compares on dev how many of an axiom's instances the model obeys with the other one and without:
// the first-order affinities of Standley et al., "Which Tasks Should Be Learned Together in Multi-task Learning?" (ICML 2020),
// with a share of instances for a loss; what Fifty et al. (NeurIPS 2021), whom Klose names as the next step, estimate in one training.
// Clusters of three or more are trained too, and the cluster that ranks dev best is the mixture suggested. Every training has the
// configured setting and stops early as that says; test queries are not looked at. alone makes the command of an experiment of a
// configuration.
func Affinity(ctx context.Context, c *prepare.Prepared, command string,
	alone func(*configs.Config) (string, error)) (*affinities.Affinity, error) {
	a := &affinity{given: c.Config}
	own, tasks, err := affinityOf(c.Config, c.Origins)
	if err != nil {
		return nil, err
	}
	a.tasks = tasks
	if c, err = c.With(own); err != nil {
		return nil, err
	}
	if a.experiment, err = setUp(ctx, c); err != nil {
		return nil, err
	}
	defer a.chain.Close()
	for _, number := range tasks.Drawn {
		a.pools = append(a.pools, tasks.All[number])
	}
	r, err := a.trainAll(ctx, command)
	if err != nil {
		return nil, err
	}
	if err := a.suggest(r, alone); err != nil {
		return nil, err
	}
	r.Conclude(a.cautions)
	return r, a.writeAffinity(r)
}

// trainAll trains the pairs, then the clusters that come of them, and puts the record together as far as it is trained.
func (a *affinity) trainAll(ctx context.Context, command string) (*affinities.Affinity, error) {
	defer func() { a.training.Done() }()
	if err := a.trainPairs(ctx); err != nil {
		return nil, err
	}
	r := a.record(command)
	r.Merges = clustered(len(a.pools), r.Between)
	for _, members := range r.Members() {
		if len(members) > 2 {
			a.training.Total(len(a.draws) * (len(a.sets) + 1))
			if err := a.add(ctx, members); err != nil {
				return nil, err
			}
			r.Sets = append(r.Sets, a.trained(a.sets[len(a.sets)-1]))
		}
	}
	return r, nil
}

// affinityOf is the configuration under which every set of axioms is trained, and its axioms.
func affinityOf(c *configs.Config, origins map[string]configs.Origin) (*configs.Config, *pools.Axioms, error) {
	if origins["train.choose"].Own() && c.Train.Choose != configs.ChooseNone {
		return nil, nil, fault.BadUsage("leave --choose out", "every set of axioms is trained at the configured setting: nothing is chosen")
	}
	if c.Gen.Strategy != sample.Paired {
		return nil, nil, fault.BadUsage("use --strategy paired", "affinity needs a pool for each axiom")
	}
	own := *c
	own.Train.Choose = configs.ChooseNone
	tasks, err := pools.ParseAxioms(&own.Gen)
	if err != nil {
		return nil, nil, err
	}
	if len(tasks.Pools) < 2 {
		return nil, nil, fault.BadUsage("name some with --axioms \"tfc1, m-tdc, prox1\"",
			"affinity needs two axioms that pairs can be drawn of, here is %d", len(tasks.Pools))
	}
	return &own, tasks, nil
}

// AffinityPlan says what an affinity costs, after the checks that it begins with, and how the queries are divided: a line each.
func AffinityPlan(ctx context.Context, l *configs.Loaded) ([]string, error) {
	own, tasks, err := affinityOf(&l.Config, l.Origins)
	if err != nil {
		return nil, err
	}
	if err := Check(own, l.Origins); err != nil {
		return nil, err
	}
	planned := *l
	planned.Config = *own
	lines, err := Plan(ctx, &planned)
	if err != nil {
		return nil, err
	}
	_, divisions, _, err := divided(ctx, own)
	return append(lines, costText(len(tasks.Pools), own.Train.Seeds*len(divisions))), err
}

// costText counts the trainings for n axioms on draws of judged queries, one for each seed and fold. A cluster that is not a pair has
// three axioms at least.
func costText(n, draws int) string {
	pairs := n * (n - 1) / 2
	return fmt.Sprintf("%d trainings, %d for each seed and fold: judged pairs alone, %d axioms, %d pairs of axioms; "+
		"then one for each cluster of three or more, at most %d",
		draws*(1+n+pairs), 1+n+pairs, n, pairs, draws*(n/3))
}

// trainPairs trains on no axiom, each, and every two.
func (a *affinity) trainPairs(ctx context.Context) error {
	n := len(a.pools)
	for _, axiom := range a.tasks.All {
		if _, triple := axiom.(axioms.Triple); triple {
			a.caution("%s states no preference between two documents: left out", axiom)
		}
	}
	for _, seed := range a.seeds() {
		for _, f := range a.folds {
			a.draws = append(a.draws, a.drawer(draw{seed, f}))
		}
	}
	a.chain.Progress.Say("affinity: %s", costText(n, len(a.draws)))
	a.training = a.chain.Progress.Stage("train", "trainings", len(a.draws)*(1+n+n*(n-1)/2))
	if err := a.add(ctx, nil); err != nil {
		return err
	}
	for i, d := range a.draws {
		d.judged = a.sets[0].units[i].model
	}
	sets := make([][]int, 0, n*(n+1)/2)
	for i := range n {
		sets = append(sets, []int{i})
	}
	for i := range n {
		for j := i + 1; j < n; j++ {
			sets = append(sets, []int{i, j})
		}
	}
	return a.add(ctx, sets...)
}

// add trains on sets of axioms, side by side, and asks the models which instances of all axioms they obey on dev.
func (a *affinity) add(ctx context.Context, sets ...[]int) error {
	if sets == nil {
		sets = [][]int{nil}
	}
	first := len(a.sets)
	for _, pools := range sets {
		s := &axiomSet{pools: pools, units: make([]*unit, len(a.draws)), obeyed: make([][]diagnose.Count, len(a.draws))}
		if len(pools) > 0 {
			keys, err := a.tasks.Only(a.config, pools)
			if err != nil {
				return err
			}
			for _, k := range keys {
				s.setting = append(s.setting, report.Setting{Key: k.Key, Value: k.Value})
			}
		}
		a.sets = append(a.sets, s)
	}
	for i, d := range a.draws {
		if err := a.trainSets(ctx, i, d, a.sets[first:]); err != nil {
			return err
		}
	}
	return nil
}

// trainSets trains sets on one draw of judged queries, a training on each thread. Their pairs are mined before, one set after the other.
func (a *affinity) trainSets(ctx context.Context, at int, d *drawer, sets []*axiomSet) error {
	for _, s := range sets {
		c, err := a.configOf(a.arm(s), s.setting, d.at.fold)
		if err != nil {
			return err
		}
		p, err := d.of(ctx, c)
		if err != nil {
			return err
		}
		if len(p.drawn.Regular) == 0 {
			return fault.Short("affinity is measured beside judged pairs: add judgements of training queries",
				"the training queries give no judged pair")
		}
		if len(s.pools) == 1 && p.sizes()[0] == 0 {
			if empty := a.tasks.Pools[s.pools[0]].Name + " finds no pair to learn from"; !slices.Contains(a.cautions, empty) {
				a.caution("%s", empty)
			}
		}
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(a.threads())
	for _, s := range sets {
		group.Go(func() (err error) {
			defer fault.Rescue(&err)
			if s.units[at], err = a.explore(ctx, a.arm(s), d, []setting{s.setting}, nil); err != nil {
				return err
			}
			miner := a.chain.Miner()
			miner.Axioms = a.pools
			s.obeyed[at], err = diagnose.Fulfilment(ctx, miner, d.at.fold.dev, s.units[at].model.scorer(), nil)
			return err
		})
	}
	err := group.Wait()
	clear(d.drawn) // the pairs of all sets are too many to keep for every draw
	return err
}

// arm names a set in files: the numbers of its axioms tell apart what is written alike.
func (a *affinity) arm(s *axiomSet) string {
	if len(s.pools) == 0 {
		return Judged
	}
	var numbers []string
	for _, i := range s.pools {
		numbers = append(numbers, fmt.Sprint(i+1))
	}
	if len(numbers) > 2 {
		return "cluster " + strings.Join(numbers, " ")
	}
	return strings.Join(numbers, " ") + " " + strings.Join(a.names(s.pools), " ")
}

func (a *affinity) names(pools []int) []string {
	names := []string{}
	for _, i := range pools {
		names = append(names, a.tasks.Pools[i].Name)
	}
	return names
}

// record is what is known before the clusters.
func (a *affinity) record(command string) *affinities.Affinity {
	r := &affinities.Affinity{SchemaVersion: report.SchemaVersion, Command: command, Seeds: a.seeds(), Versions: configs.Versions(),
		Protocol: a.protocol()}
	all := make([]int, len(a.pools))
	for i := range all {
		all[i] = i
	}
	r.Axioms = a.names(all)
	for _, s := range a.sets {
		r.Sets = append(r.Sets, a.trained(s))
	}
	for _, o := range r.Sets[0].Obeyed {
		if o.Instances == 0 {
			a.caution("%s has no instance on dev: what helps it cannot be seen", o.Axiom)
		}
	}
	return r
}

// trained is a set's record, over seeds and folds.
func (a *affinity) trained(s *axiomSet) affinities.AxiomSet {
	seeds := a.seeds()
	of := affinities.AxiomSet{Axioms: a.names(s.pools), Setting: s.setting.portable(), Seeds: make([]float64, len(seeds))}
	for i := range a.pools {
		of.Obeyed = append(of.Obeyed, affinities.Obeyed{AxiomFulfilled: report.AxiomFulfilled{Axiom: a.tasks.Pools[i].Name},
			Seeds: make([]report.AxiomFulfilled, len(seeds))})
	}
	for at, u := range s.units {
		seed := slices.Index(seeds, u.at.seed)
		of.Seeds[seed] += u.cells[0].Dev / float64(len(a.folds))
		of.Epochs += u.cells[0].Epochs
		of.Pairs += u.cells[0].Pairs
		for i, n := range s.obeyed[at] {
			of.Obeyed[i].Add(seed, n.Fulfilled, n.Instances)
		}
	}
	of.Dev = eval.Mean(of.Seeds)
	return of
}

// suggest names the cluster that ranks dev best, or no axioms where judged pairs alone do, and the command of its experiment.
func (a *affinity) suggest(r *affinities.Affinity, alone func(*configs.Config) (string, error)) error {
	best := r.Suggest()
	r.Suggestion = affinities.Suggestion{Axioms: best.Axioms, Dev: best.Dev}
	if len(best.Axioms) == 0 {
		best = &affinities.AxiomSet{Setting: []report.Setting{{Key: axiomsKey, Value: ""}}}
	}
	c, err := setting(best.Setting).over(a.given)
	if err != nil {
		return err
	}
	for _, k := range configs.Keys() {
		value := setting(best.Setting).value(k.Name, fmt.Sprint(k.Get(a.given)))
		if k.Name == axiomsKey || k.Name == "gen.ratio" && len(best.Axioms) > 0 || value != fmt.Sprint(k.Get(a.given)) {
			r.Suggestion.Setting = append(r.Suggestion.Setting, report.Setting{Key: k.Name, Value: value})
		}
	}
	r.Suggestion.Command, err = alone(c)
	return err
}

// writeAffinity leaves the record and its reports.
func (a *affinity) writeAffinity(r *affinities.Affinity) error {
	var files []outdir.File
	for _, product := range []struct {
		name  string
		write func(io.Writer) error
	}{{"affinity.json", r.Write}, {"affinity.html", r.HTML}, {"affinity.md", r.Markdown}} {
		f, err := a.chain.Out.WriteFile(product.name, product.write)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	return a.chain.Out.Finish("affinity", "affinity", files)
}
