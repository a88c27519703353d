package prepare

import (
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/chain/opinions"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/errs"
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
