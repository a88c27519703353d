package dataset

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/chain/account"
	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

func pairsName(d SplitPairs) string { return PairsDir + "/" + d.name() + PairsExtension }

func sparesName(split string) string { return SparesDir + "/" + split + PairsExtension }

const ledgerName = "ledger.json"

// writePairs leaves the pairs of every split and test set, spares and the ledger.
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
	f, err := chain.Run.Out.WriteJSON(ledgerName, data.Report)
	if err != nil {
		return err
	}
	return chain.Run.Out.Finish(string(stage.Sample), key, append(files, f))
}

// readPairs reads what writePairs wrote, the training split first.
func readPairs(ctx context.Context, chain *prepare.Preparation) (*Data, error) {
	raw, err := fs.ReadFile(chain.Run.Out.FS(), ledgerName)
	if err != nil {
		return nil, err
	}
	report := &account.Report{}
	if err := json.Unmarshal(raw, report); err != nil {
		return nil, fmt.Errorf("%s: %w", ledgerName, err)
	}
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
	for _, t := range report.Tasks {
		if set := (SplitPairs{Split: t.Split, Set: t.Set}); t.Set != "" &&
			!slices.ContainsFunc(data, func(d SplitPairs) bool { return d.name() == set.name() }) {
			data = append(data, set)
		}
	}
	for i := range data {
		st := chain.Run.Progress.Stage("pairs", data[i].name()+" pairs", report.Rows[data[i].name()])
		data[i].Pairs, err = pairs.Read(ctx, chain.Run.Out.Path(pairsName(data[i])), st)
		st.Done()
		if err != nil {
			return nil, err
		}
		if _, ok := report.Groups[data[i].Split]; ok && data[i].Set == "" {
			if data[i].Spares, err = pairs.Read(ctx, chain.Run.Out.Path(sparesName(data[i].Split)), nil); err != nil {
				return nil, err
			}
		}
	}
	warnOf(chain.Run, report)
	return &Data{data, report}, nil
}
