package affinity

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/chain/account"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/experiment/arms"
	"github.com/axiomine/axiomine/internal/experiment/fulfilment"
	"github.com/axiomine/axiomine/internal/experiment/record"
	"github.com/axiomine/axiomine/internal/experiment/report/affinities"
	"github.com/axiomine/axiomine/internal/experiment/settings"
	"github.com/axiomine/axiomine/internal/experiment/trainpairs"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"golang.org/x/sync/errgroup"
)

// affinity is an experiment whose arms are sets of axioms: none, each alone, every two, and the
// clusters.
type affinity struct {
	Explorer   *arms.Explorer
	userConfig *configs.Config // the user's configuration; the experiment's own chooses nothing
	tasks      *quota.Axioms
	pools      []axioms.Axiom // the axiom of each pool in tasks
	draws      []*trainpairs.Drawer
	sets       []*axiomSet

	cautions []string
	training *progress.Stage
}

// axiomSet is the training on a set of axioms and the judged pairs.
type axiomSet struct {
	pools   []int // numbers of the axioms
	setting settings.Setting
	units   []*arms.Unit         // by draw
	counts  [][]fulfilment.Count // by draw, then axiom: of the axiom's instances on dev
}

// Run finds out which axioms help which. It trains the DRMM on judged pairs with every axiom alone and
// with every two axioms. An axiom has the same pairs in both. Run compares the shares of an axiom's dev
// instances that the model obeys, with the other axiom and without.
//
// These are the first-order affinities of Standley et al., "Which Tasks Should Be Learned Together in
// Multi-task Learning?" (ICML 2020), with a share of instances as the loss. Fifty et al. (NeurIPS
// 2021), whom Klose names as the next step, estimate them in one training.
//
// Clusters of three or more axioms are trained too. The cluster that ranks dev best is the suggested
// mixture. Every training has the configured setting and its early stopping. Test queries are not used.
// alone returns the command of an experiment of a configuration.
func Run(ctx context.Context, c *prepare.Preparation, command string,
	alone func(*configs.Config) (string, error)) (*affinities.Affinity, error) {
	a := &affinity{userConfig: c.Run.Config}
	config, tasks, err := affinityOf(c.Run.Config, c.Run.Origins)
	if err != nil {
		return nil, err
	}
	a.tasks = tasks
	if c, err = c.WithConfig(config); err != nil {
		return nil, err
	}
	if a.Explorer, err = arms.SetUp(ctx, c); err != nil {
		return nil, err
	}
	defer a.Explorer.Division.Chain.Close()
	a.cautions = a.Explorer.Cautions
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
	for _, s := range a.sets {
		for _, u := range s.units {
			a.Explorer.Unmet = account.AddUnmet(a.Explorer.Unmet, u.Cells[0].Unmet...)
		}
	}
	r.Unmet = record.Unmet(a.Explorer)
	r.Conclude(a.cautions)
	return r, a.writeAffinity(r)
}

// trainAll trains the pairs of axioms and then the clusters. It returns the record of these trainings.
func (a *affinity) trainAll(ctx context.Context, command string) (*affinities.Affinity, error) {
	defer func() { a.training.Done() }()
	if err := a.trainPairs(ctx); err != nil {
		return nil, err
	}
	r := a.record(command)
	r.Merges = mergeClusters(len(a.pools), r.Mean)
	for _, members := range r.Members() {
		if len(members) > 2 {
			a.training.Total(len(a.draws) * (len(a.sets) + 1))
			if err := a.add(ctx, members); err != nil {
				return nil, err
			}
			r.Sets = append(r.Sets, a.setRecord(a.sets[len(a.sets)-1]))
		}
	}
	return r, nil
}

// trainPairs trains on no axiom, on each, and on every two.
func (a *affinity) trainPairs(ctx context.Context) error {
	n := len(a.pools)
	for _, axiom := range a.tasks.All {
		if _, triple := axiom.(axioms.Triple); triple {
			a.caution("%s states no preference between two documents: left out", axiom)
		}
	}
	for _, seed := range arms.Seeds(a.Explorer.Config) {
		for _, f := range a.Explorer.Division.Folds {
			a.draws = append(a.draws, trainpairs.NewDrawer(trainpairs.Draw{Seed: seed, Fold: f}))
		}
	}
	a.Explorer.Division.Chain.Run.Progress.Say("affinity: %s", costText(n, len(a.draws)))
	a.training = a.Explorer.Begin(len(a.draws) * (1 + n + n*(n-1)/2))
	if err := a.add(ctx, nil); err != nil {
		return err
	}
	for i, d := range a.draws {
		d.Judged = a.sets[0].units[i].Model.Scorer()
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

// add trains on sets of axioms, in parallel, and counts the dev instances of all axioms that the models
// obey.
func (a *affinity) add(ctx context.Context, sets ...[]int) error {
	if sets == nil {
		sets = [][]int{nil}
	}
	first := len(a.sets)
	for _, pools := range sets {
		s := &axiomSet{pools: pools, units: make([]*arms.Unit, len(a.draws)), counts: make([][]fulfilment.Count, len(a.draws))}
		if len(pools) > 0 {
			var err error
			if s.setting, err = a.tasks.Only(a.Explorer.Division.Chain.Run.Config, pools); err != nil {
				return err
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

// trainSets trains sets on one draw of judged queries, one training per thread. Their pairs are mined
// before, one set after the other.
func (a *affinity) trainSets(ctx context.Context, drawNumber int, d *trainpairs.Drawer, sets []*axiomSet) error {
	for _, s := range sets {
		c, err := arms.ConfigOf(a.arm(s), s.setting, d.Current.Fold)
		if err != nil {
			return err
		}
		p, err := d.Draw(ctx, c)
		if err != nil {
			return err
		}
		if len(p.Drawn.Regular) == 0 {
			return errs.Short("affinity is measured beside judged pairs: add judgements of training queries",
				"the training queries give no judged pair")
		}
		if len(s.pools) == 1 && p.Sizes()[0] == 0 {
			if empty := a.tasks.Pools[s.pools[0]].Name + " finds no pair to learn from"; !slices.Contains(a.cautions, empty) {
				a.caution("%s", empty)
			}
		}
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(arms.Threads(a.Explorer.Config))
	for _, s := range sets {
		group.Go(errs.Guard(func() (err error) {
			if s.units[drawNumber], err = a.Explorer.Explore(ctx, a.arm(s), d, []settings.Setting{s.setting}, nil); err != nil {
				return err
			}
			miner := prepare.NewMiner(a.Explorer.Division.Chain)
			miner.Axioms = a.pools
			s.counts[drawNumber], err = fulfilment.CountModel(ctx, miner, d.Current.Fold.Dev, s.units[drawNumber].Model.Scorer(), nil)
			return err
		}))
	}
	err := group.Wait()
	d.Forget() // the pairs of all sets need too much memory to keep for every draw
	return err
}

// arm returns the name of a set in files. The numbers of its axioms make it unique.
func (a *affinity) arm(s *axiomSet) string {
	if len(s.pools) == 0 {
		return arms.Judged
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

func (a *affinity) caution(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	a.cautions = append(a.cautions, text)
	a.Explorer.Division.Chain.Run.Progress.Warn("%s", text)
}
