package dataset

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
	"go.yaml.in/yaml/v3"
)

// pairsName returns the file of a set's pairs in an output directory.
func pairsName(d SplitPairs) string { return PairsDir + "/" + d.name() + PairsExtension }

// sparesName returns the file of a split's spares in an output directory.
func sparesName(split string) string { return SparesDir + "/" + split + PairsExtension }

// writePairs writes the pairs of every split and test set, the spares and the account.
func writePairs(ctx context.Context, chain *prepare.Preparation, key string, data *Data) error {
	batch, threads := chain.Run.Out.Batch(), parallel.Threads(chain.Run.Config.Gen.Threads)
	for _, d := range data.Sets {
		st := chain.Run.Progress.Stage("pairs", collection.UnitOf(d.name(), "pairs"), d.Pairs.Len())
		batch.Write(pairsName(d), func(w io.Writer) error { return pairs.Write(ctx, w, d.Pairs, threads, st) })
		st.Done()
		if d.Spares != nil {
			batch.Write(sparesName(d.Split), func(w io.Writer) error { return pairs.Write(ctx, w, d.Spares, threads, nil) })
		}
	}
	if err := batch.Err(); err != nil {
		return err
	}
	if err := writeAccount(chain, data.Report); err != nil {
		return err
	}
	return batch.Finish(string(stage.Sample), key)
}

// writeAccount writes the account of a sample. Rows of the folder's account that earlier stages wrote stay.
func writeAccount(chain *prepare.Preparation, report *account.Report) error {
	isCounted, err := isFinished(chain, stage.Mining)
	if err != nil {
		return err
	}
	return report.Write(chain.Run.Out, func(what string) bool { return what == account.Documents || what == account.Preferences && isCounted })
}

// readPairs reads the data set that writePairs wrote, the training split first. report is its account.
func readPairs(ctx context.Context, chain *prepare.Preparation, report *account.Report) (*Data, error) {
	training, err := prepare.Training(&chain.Run.Config.Gen, chain.Splits)
	if err != nil {
		return nil, err
	}
	data := []SplitPairs{{Split: prepare.RowsName(&chain.Run.Config.Gen, chain.Splits, training.Name)}}
	for _, s := range chain.Splits {
		if s.Name != training.Name {
			data = append(data, SplitPairs{Split: s.Name})
		}
	}
	for _, t := range report.Of(account.Classes) {
		if set := (SplitPairs{Split: t.Split, Set: t.Set}); t.Set != "" &&
			!slices.ContainsFunc(data, func(d SplitPairs) bool { return d.name() == set.name() }) {
			data = append(data, set)
		}
	}
	for i := range data {
		spares := ""
		isOfSplit := func(r account.Row) bool { return r.Split == data[i].Split }
		if data[i].Set == "" && slices.ContainsFunc(report.Of(account.Spares), isOfSplit) {
			spares = chain.Run.Out.Path(sparesName(data[i].Split))
		}
		if err := data[i].read(ctx, chain.Run.Progress, chain.Run.Out.Path(pairsName(data[i])), spares); err != nil {
			return nil, err
		}
	}
	warnOf(chain.Run, report)
	return &Data{Sets: data, Report: report}, nil
}

// read reads the files of pairs and of spares of a split or test set. If spares is "", there are no spares.
func (s *SplitPairs) read(ctx context.Context, p *progress.Printer, path, spares string) (err error) {
	st := p.Stage("pairs", collection.UnitOf(s.name(), "pairs"), 0)
	s.Pairs, err = pairs.Read(ctx, path, st)
	st.Done()
	if err == nil && spares != "" {
		s.Spares, err = pairs.Read(ctx, spares, nil)
	}
	return err
}

// The files of pairs, and the files beside them: the texts of the queries, the manifest of the pairs, and the settings of tokenize. With
// these, shards can be made again without the collection's queries.
const (
	PairsDir       = "pairs"
	PairsQueries   = PairsDir + "/queries.jsonl"
	PairsManifest  = PairsDir + "/manifest.json"
	PairsConfig    = PairsDir + "/config.yaml"
	PairsExtension = ".parquet"
	SparesDir      = PairsDir + "/spares"
)

// PairsQuery is a line of PairsQueries.
type PairsQuery struct {
	ID   string `json:"_id"`
	Text string `json:"text"`
}

// besideStage is the journal's name for the files beside the pairs. Every run writes them, since they also have settings of shards.
const besideStage = "beside the pairs"

// writeCompanions writes the files beside the pairs from which shards can be made again.
func writeCompanions(chain *prepare.Preparation, data *Data) error {
	batch, isWritten := chain.Run.Out.Batch(), map[string]bool{}
	batch.Write(PairsQueries, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		for _, s := range chain.Splits {
			for _, q := range s.Queries {
				if isWritten[q.ID] {
					continue
				}
				isWritten[q.ID] = true
				if err := enc.Encode(PairsQuery{q.ID, q.Text}); err != nil {
					return err
				}
			}
		}
		return nil
	})
	settings := chain.Run.Config.Portable()["tokenize"]
	delete(settings, "vocab")
	delete(settings, "output_format")
	delete(settings, "scores") // its path may be relative to another folder
	delete(settings, "rows_of")
	delete(settings, "candidates") // candidates are not stored beside the pairs
	batch.Write(PairsConfig, func(w io.Writer) error {
		return yaml.NewEncoder(w).Encode(map[string]any{"tokenize": settings})
	})
	m := Manifest(chain, data)
	m.Command = "" // the pairs are the same under any command
	batch.WriteJSON(PairsManifest, m)
	if err := batch.Err(); err != nil {
		return err
	}
	return batch.Finish(besideStage, batch.Files[2].SHA256)
}

// languageOf returns the ISO 639 code of the texts' language for the dataset card: gen.language or, if that is empty, the language of
// gen.stemmer; "" if both have none.
func languageOf(language, stemmer string) string {
	if stemmer == "porter" {
		stemmer = "english"
	}
	code, _ := configs.LanguageCode(strings.TrimPrefix(stemmer, "snowball:"))
	return cmp.Or(language, code)
}

// ManifestInputs returns inputs in the form of the manifest.
func ManifestInputs(inputs []stage.Input) (out []shard.ManifestInput) {
	for _, in := range inputs {
		out = append(out, shard.ManifestInput{Role: in.Role, Name: in.Name, Bytes: in.Bytes, SHA256: in.SHA256, Format: in.Format,
			Count: in.Count})
	}
	return out
}

// Manifest returns the manifest of a data set, without the parts that writing shards adds.
func Manifest(chain *prepare.Preparation, data *Data) shard.Manifest {
	r, x, g := chain.Run, chain.Index, &chain.Run.Config.Gen
	m := shard.Manifest{ToolVersion: configs.Version, Command: r.Command, Config: r.Config.Portable(), Seed: uint64(g.Seed),
		Order: g.Order, Warnings: r.Account.AllWarnings(), Inputs: ManifestInputs(r.Account.Files), Drawn: data.Drawn,
		Collection: shard.Collection{N: x.NumDocs(), TotalTerms: x.TotalTerms(), AvgLen: x.AvgLen()}}
	for _, f := range x.About().Collection {
		m.Collection.Files = append(m.Collection.Files, shard.CollectionFile(f))
	}
	m.Tasks = manifestTasks(data.Report)
	return m
}

// manifestTasks returns all tasks for the manifest. For each task, mined + added = kept + dropped.
func manifestTasks(s *account.Report) (tasks []shard.Task) {
	place := map[[2]string]int{}
	for _, what := range []string{account.Pairs, account.Classes} {
		for _, r := range s.Of(what) {
			if r.Set != "" {
				continue
			}
			i, ok := place[[2]string{r.Task, r.Axiom}]
			if !ok {
				i = len(tasks)
				place[[2]string{r.Task, r.Axiom}] = i
				t := shard.Task{Name: r.Task, Axiom: r.Axiom, Dropped: map[string]int{}}
				if axiom, err := axioms.Parse(r.Axiom); err == nil {
					t.Variant = axioms.Variant(axiom)
				}
				if what == account.Pairs {
					t.AgreementWithQrels = r.Agreement
				}
				tasks = append(tasks, t)
			}
			t := &tasks[i]
			t.Wanted, t.Mined, t.Added, t.Kept = t.Wanted+r.Asked, t.Mined+r.Found, t.Added+r.Added+r.Again, t.Kept+r.Drawn
			for reason, n := range r.LeftOut {
				t.Dropped[reason] += n
			}
		}
	}
	return tasks
}
