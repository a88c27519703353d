package collection

import (
	"bufio"
	"io"

	"github.com/axiomine/axiomine/internal/result"
)

const splitsDir = "splits"

// WriteSplits leaves the ids of every split's queries, one a line, for other tools to divide alike: splits/SPLIT.txt, or
// splits/foldN.SPLIT.txt of a fold. They are those that were read, with queries that have no term.
func (in Inputs) WriteSplits(out *result.Dir) error {
	var files []result.File
	for _, t := range in.Topics {
		f, err := out.WriteFile(splitsDir+"/"+in.Prefix()+t.Split+".txt", func(w io.Writer) error {
			b := bufio.NewWriter(w)
			for _, q := range t.Queries {
				b.WriteString(q.ID)
				b.WriteByte('\n')
			}
			return b.Flush()
		})
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	return out.Finish(in.JournalName(splitsDir), splitsDir, files)
}
