package dataset

import (
	"cmp"
	"maps"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/pools"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// HubOf is what the configuration says of the texts for the dataset card.
func HubOf(c *configs.Config) shard.Hub {
	h := shard.Hub{License: c.Tokenize.CardLicense, Languages: configs.List(c.Tokenize.CardLanguage)}
	if len(h.Languages) == 0 {
		h.Languages = []string{cmp.Or(stemmerLanguages[c.Gen.Stemmer], "und")}
	}
	return h
}

// stemmerLanguages are the ISO 639 codes of the languages that stemmers are made for; the others say nothing of the texts.
var stemmerLanguages = map[string]string{"porter": "en", "snowball:english": "en", "snowball:french": "fr", "snowball:hungarian": "hu",
	"snowball:norwegian": "no", "snowball:russian": "ru", "snowball:spanish": "es", "snowball:swedish": "sv"}

// ManifestInputs are inputs as the manifest has them.
func ManifestInputs(inputs []stage.Input) (out []shard.ManifestInput) {
	for _, in := range inputs {
		out = append(out, shard.ManifestInput{Role: in.Role, Name: in.Name, Bytes: in.Bytes, SHA256: in.SHA256, Format: in.Format,
			Count: in.Count})
	}
	return out
}

// Manifest is what the chain knows of a data set.
func (c *Sampler) Manifest(data *Data) shard.Manifest {
	report := data.Report
	kept := map[[2]string]int{} // by task and axiom
	for _, d := range data.Sets {
		for i := range d.Pairs.Len() {
			if r := d.Pairs.Brief(i); d.Set == "" {
				kept[[2]string{r.Task, r.Axiom}]++
			}
		}
	}
	m := shard.Manifest{ToolVersion: configs.Version, Command: c.Command, Config: c.Config.Portable(), Seed: uint64(c.Config.Gen.Seed),
		Order:      c.Config.Gen.Order,
		Collection: shard.Collection{N: c.Index.NumDocs(), TotalTerms: c.Index.TotalTerms(), AvgLen: c.Index.AvgLen()}, Warnings: c.Warnings}
	m.Inputs, m.Drawn = ManifestInputs(c.Files), report.Drawn
	for _, f := range c.Index.Collection() {
		m.Collection.Files = append(m.Collection.Files, shard.CollectionFile(f))
	}
	m.Tasks = append(m.Tasks, report.RegularTask(task, kept[[2]string{task, ""}]))
	for i, p := range report.Pools {
		t := shard.Task{Name: task, Axiom: p.Name, Wanted: p.Wanted, Mined: p.Mined, Kept: kept[[2]string{task, p.Name}],
			AgreementWithQrels: p.Agreement, Dropped: map[string]int{
				"non_relevant_over_relevant": p.Dropped.NonRelevantOverRelevant, "relevant_over_relevant": p.Dropped.RelevantOverRelevant,
				"already_regular": p.Dropped.AlreadyRegular, "conflict": p.Dropped.Conflict, "length_unmatched": p.Dropped.LengthUnmatched,
				"not_drawn": p.Size - p.Taken, "other_source": p.Dropped.OtherSource}}
		maps.Copy(t.Dropped, p.Dropped.Suspects.Reasons())
		if c.Config.Gen.ViolatedBy != "" {
			t.Dropped["not_violated"], t.Dropped["not_scored"] = p.Dropped.NotViolated, p.Dropped.NotScored
		}
		if c.Config.Gen.Strategy == sample.Paired {
			t.Variant = axioms.Variant(c.Axioms.All[c.Axioms.Drawn[i]])
		}
		if len(report.Mixture) > 0 {
			t.Dropped["not_in_mixture"] = p.Taken - t.Kept
		}
		m.Tasks = append(m.Tasks, t)
	}
	for _, p := range report.Perturbed {
		name := pools.PerturbedPrefix + p.Axiom
		t := shard.Task{Name: task, Axiom: name, Wanted: p.Documents, Mined: p.Pairs, Kept: kept[[2]string{task, name}],
			Dropped: map[string]int{"no_copies": p.NoCopies}}
		if parsed, err := axioms.Parse(p.Axiom); err == nil {
			t.Variant = axioms.Variant(parsed)
		}
		m.Tasks = append(m.Tasks, t)
	}
	for _, p := range report.PairTasks {
		axiom := strings.TrimPrefix(p.Name, pools.PairTask)
		t := shard.Task{Name: p.Name, Axiom: axiom, Wanted: p.Wanted, Mined: p.Mined, Kept: kept[[2]string{p.Name, axiom}],
			AgreementWithQrels: p.Agreement,
			Dropped:            map[string]int{"filters": p.Dropped.Sum(), "not_drawn": max(0, p.Size-p.Taken)}}
		if parsed, err := axioms.Parse(axiom); err == nil {
			t.Variant = axioms.Variant(parsed)
		}
		m.Tasks = append(m.Tasks, t)
	}
	for _, r := range report.Tasks {
		if r.Split != data.Sets[0].Split {
			continue
		}
		m.Tasks = append(m.Tasks, shard.Task{Name: r.Task, Axiom: r.Task, Variant: r.Variant, Wanted: r.Wanted, Mined: pairsOf(r.Found),
			Kept:    kept[[2]string{r.Task, r.Task}],
			Dropped: map[string]int{"without_precondition": r.WithoutPrecondition, "not_drawn": max(0, pairsOf(r.Found)-pairsOf(r.Taken))}})
	}
	return m
}

func pairsOf(byClass [sample.Classes]int) int { return byClass[0] + byClass[1] + byClass[2] }
