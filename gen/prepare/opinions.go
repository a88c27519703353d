package prepare

import (
	"fmt"
	"maps"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/chain/collection"
	"github.com/axiomine/axiomine/internal/chain/opinions"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// readOpinions returns those that axioms, and those of the configuration's mixture, ask; nil where none does.
func readOpinions(r *stage.Run, o corpus.Options, x index.Reader, list []axioms.Axiom) (*opinions.Opinions, error) {
	g := &r.Config.Gen
	mixture, err := quota.ParseMixture(g)
	if err != nil {
		return nil, err
	}
	list = slices.Concat(list, mixture.NamedAxioms())
	files, err := quota.FilesOf(g, list)
	if err != nil || len(files) == 0 {
		return nil, err
	}
	var inputs []stage.Input
	for _, f := range files {
		in := stage.Input{Role: "opinions", Name: f.Name(), Format: f.Axiom}
		if in.Bytes, in.SHA256, err = stage.Checksum(f.Path); err != nil {
			return nil, errs.CannotOpen(f.Path, err)
		}
		inputs = append(inputs, in)
	}
	var rep corpus.Report
	answers, err := opinions.Read(g, list, x, o, &rep, r.Warn)
	if err != nil {
		return nil, err
	}
	r.Report(&rep)
	r.Read(inputs...)
	r.Note(stage.Opinions, inputs)
	return answers, nil
}

// checkRunsCoverMadeQueries returns an error if a run scores no made query: its queries then have another seed. It warns of missing ones.
func checkRunsCoverMadeQueries(r *stage.Run, o *opinions.Opinions, topics []collection.Topics) error {
	i := slices.IndexFunc(topics, func(t collection.Topics) bool { return t.Made })
	if i < 0 || o == nil {
		return nil
	}
	madeQueries := topics[i].Queries
	for _, name := range slices.Sorted(maps.Keys(o.Runs)) {
		missing := 0
		for _, q := range madeQueries {
			if !o.Runs[name].Knows(q.ID) {
				missing++
			}
		}
		if missing == len(madeQueries) && len(madeQueries) > 0 && r.Config.Gen.QueriesFrom == configs.QueriesDocuments {
			return errs.BadInput(o.Paths[name], 0, "score made/queries.tsv of this very command: the same seed, methods and number",
				"the run has no row for any of the %s", terminal.Plural(len(madeQueries), "made query", "made queries"))
		}
		r.Warn(fmt.Sprintf("made queries have no row in run(%s), which prefers nothing for them", name), missing)
	}
	return nil
}
