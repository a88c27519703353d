package corpus

import (
	"bytes"
	"encoding/json"
)

// LoTTE (Santhanam and others 2022) is collection.tsv with questions.search.tsv and questions.forum.tsv. Its answers are JSON lines.

const noAnswerPIDs = "line without a list answer_pids"

// lotteMembers are the members of a line that are read. The question stands in the file of questions too.
var lotteMembers = []string{"qid", "query", "answer_pids"}

func fitsLoTTEQrels(h head) bool {
	return h.opensWith('{') && h.most(func(line []byte) bool { return bytes.Contains(line, []byte(`"answer_pids"`)) })
}

// readLoTTEQrels reads {"qid", "query", "answer_pids": [..]}, one object per line. Each answer has the grade 1.
func readLoTTEQrels(s *source, _ Options, emit func(Qrel, int) error) error {
	return eachLine(s, func(line []byte) error {
		var row struct {
			ID      jsonID   `json:"qid"`
			Answers []jsonID `json:"answer_pids"`
		}
		switch err := json.Unmarshal(line, &row); {
		case err != nil:
			return s.skip(s.line, badJSON(err))
		case row.ID == "":
			return s.skip(s.line, emptyID)
		case len(row.Answers) == 0:
			return s.skip(s.line, noAnswerPIDs)
		}
		for _, id := range row.Answers {
			if id == "" {
				if err := s.skip(s.line, emptyID); err != nil {
					return err
				}
				continue
			}
			if err := emit(Qrel{QueryID: string(row.ID), DocID: string(id), Grade: 1}, s.line); err != nil {
				return err
			}
		}
		return nil
	})
}
