package train

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/train/trial"
)

// keep checks the runs of dev and test that a call wrote, and copies them to the folder of the ranking key, with the description.
func (r *Ranker) keep(p *prepare.Preparation, draw trial.Draw, key string, description *PairsInfo, runs []string) error {
	batch := r.out.Batch()
	for i, split := range splits {
		if _, err := readRun(runs[i], queriesOf(draw.Fold, split), p.Index, p.Inputs.Collection.Options); err != nil {
			return err
		}
		batch.Write(folderOf(key)+"/"+runName(split), func(w io.Writer) error {
			run, err := safefile.Open(runs[i])
			if err != nil {
				return err
			}
			defer run.Close()
			_, err = io.Copy(w, run)
			return err
		})
	}
	batch.WriteJSON(folderOf(key)+"/"+pairsInfoName, description)
	return batch.Finish(RankingStage+key, key)
}

// findEqual returns the folder of a finished ranking of an equal cell, which had the same inputs. It returns "" if there is none.
func (r *Ranker) findEqual(cell stage.Cell) (string, error) {
	for _, folder := range append([]string{r.out.Path(RankingsFolder)}, r.otherFolders...) {
		rankings, err := os.ReadDir(folder)
		if err != nil && !os.IsNotExist(err) {
			return "", err
		}
		for _, ranking := range rankings {
			path := filepath.Join(folder, ranking.Name())
			description, err := readPairsInfo(path) // written last, so the runs in the folder are complete
			if os.IsNotExist(err) {
				continue
			}
			if err != nil || cell.Equals(description.Cell) {
				return path, err
			}
		}
	}
	return "", nil
}

// runPaths returns the paths of the runs of dev and test in the folder of a ranking.
func runPaths(folder string) []string {
	return lists.Map(splits, func(split string) string { return filepath.Join(folder, runName(split)) })
}

// readRanking returns the ranking that keep wrote to a folder.
func readRanking(folder string, p *prepare.Preparation, draw trial.Draw) (*Ranking, error) {
	description, err := readPairsInfo(folder)
	if err != nil {
		return nil, err
	}
	var all []corpus.RunRow
	for _, split := range splits {
		rows, err := readRun(filepath.Join(folder, runName(split)), queriesOf(draw.Fold, split), p.Index, p.Inputs.Collection.Options)
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	return &Ranking{mine.NewRunScores(p.Index, all), *description}, nil
}

// readPairsInfo reads the description of the training pairs from the folder of a ranking.
func readPairsInfo(folder string) (*PairsInfo, error) {
	path := filepath.Join(folder, pairsInfoName)
	raw, err := safefile.ReadFile(path, safefile.Whole)
	if err != nil {
		return nil, err
	}
	d := &PairsInfo{}
	if err := json.Unmarshal(raw, d); err != nil {
		return nil, errs.BadInput(path, 0, "train it again", "no account of pairs")
	}
	return d, nil
}
