package gen

import (
	"bufio"
	"fmt"
	"io"

	"github.com/axiomine/axiomine/configs/outdir"
)

const splitsDir = "splits"

// writeSplits leaves the ids of every split's queries, one a line, for other tools to divide alike: splits/SPLIT.txt, or
// splits/foldN.SPLIT.txt where an experiment goes over all folds. They are those that were read, with queries that have no
// term.
func (c *Chain) writeSplits() error {
	var files []outdir.File
	write := func(prefix string, topics []Topics) error {
		for _, t := range topics {
			f, err := c.Out.WriteFile(splitsDir+"/"+prefix+t.Split+".txt", func(w io.Writer) error {
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
		return nil
	}
	if c.folds.Folds == 0 {
		if err := write("", c.Topics); err != nil {
			return err
		}
	}
	for n := range c.folds.Folds {
		if err := write(fmt.Sprintf("fold%d.", n+1), c.folds.Divide(c.Topics, n, uint64(c.Config.Gen.Seed))); err != nil {
			return err
		}
	}
	return c.Out.Finish(splitsDir, splitsDir, files)
}
