package dataset

import (
	"context"
	"io"
	"slices"

	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

func pairsName(d SplitPairs) string { return PairsDir + "/" + d.name() + PairsExtension }

func sparesName(split string) string { return SparesDir + "/" + split + PairsExtension }

// writePairs leaves the pairs of every split and test set, spares and the account.
func writePairs(ctx context.Context, chain *prepare.Preparation, key string, data *Data) error {
	var files []result.File
	threads := parallel.Threads(chain.Run.Config.Gen.Threads)
	for _, d := range data.Sets {
		st := chain.Run.Progress.Stage("pairs", d.name()+" pairs", d.Pairs.Len())
		f, err := chain.Run.Out.WriteFile(pairsName(d), func(w io.Writer) error { return pairs.Write(ctx, w, d.Pairs, threads, st) })
		st.Done()
		if err != nil {
			return err
		}
		files = append(files, f)
		if d.Spares == nil {
			continue
		}
		f, err = chain.Run.Out.WriteFile(sparesName(d.Split), func(w io.Writer) error { return pairs.Write(ctx, w, d.Spares, threads, nil) })
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	if err := writeAccount(chain, data.Report); err != nil {
		return err
	}
	return chain.Run.Out.Finish(string(stage.Sample), key, files)
}

// writeAccount adds the account of a sample to the folder's.
func writeAccount(chain *prepare.Preparation, report *account.Report) error {
	counted, err := isFinished(chain, stage.Mining)
	if err != nil {
		return err
	}
	return report.Write(chain.Run.Out, func(what string) bool { return what == account.Documents || what == account.Preferences && counted })
}

// readPairs reads what writePairs wrote and report accounts for, the training split first.
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
	hasSpares := map[string]bool{}
	for _, r := range report.Of(account.Spares) {
		hasSpares[r.Split] = true
	}
	for i := range data {
		st := chain.Run.Progress.Stage("pairs", data[i].name()+" pairs", 0)
		data[i].Pairs, err = pairs.Read(ctx, chain.Run.Out.Path(pairsName(data[i])), st)
		st.Done()
		if err != nil {
			return nil, err
		}
		if hasSpares[data[i].Split] && data[i].Set == "" {
			if data[i].Spares, err = pairs.Read(ctx, chain.Run.Out.Path(sparesName(data[i].Split)), nil); err != nil {
				return nil, err
			}
		}
	}
	warnOf(chain.Run, report)
	return &Data{Sets: data, Report: report}, nil
}
