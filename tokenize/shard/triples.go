package shard

import (
	"bufio"
	"context"
	"io"
	"os"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
)

// triplesParts are MS MARCO's triples.train.*.tsv: query TAB positive TAB negative, no header, no quoting. Readers strip a
// line's end and cut it at tabs, so no field is empty (sift saw to it), holds a tab or line break, or ends in white space.
func triplesParts(p *plan) []part {
	return p.lineParts("triples", "tsv", func(r row, line []byte) ([]byte, error) {
		line = append(append(line, field(p.in.query(r.QueryID))...), '\t')
		line = append(append(line, field(p.in.doc(r.PosID))...), '\t')
		return append(line, field(p.in.doc(r.NegID))...), nil
	})
}

// tripleIDsParts are MS MARCO's qidpidtriples.*.tsv: qid TAB pos TAB neg. An id with white space in it cannot be told from
// two, and changing an id would lose its document.
func tripleIDsParts(p *plan) []part {
	return p.lineParts("triples-ids", "tsv", func(r row, line []byte) ([]byte, error) {
		for _, id := range [...]string{r.QueryID, r.PosID, r.NegID} {
			if id == "" || strings.ContainsFunc(id, isSpace) {
				return nil, fault.BadInput("", 0, "leave out triples-ids", "triples of ids cannot carry the id %q", id)
			}
		}
		line = append(append(line, r.QueryID...), '\t')
		line = append(append(line, r.PosID...), '\t')
		return append(line, r.NegID...), nil
	})
}

// lineParts are the shards of a format with one line a pair, below a folder of the format's name.
func (p *plan) lineParts(folder, extension string, appendLine func(r row, line []byte) ([]byte, error)) (parts []part) {
	for s := range p.splits {
		split := &p.splits[s]
		for i := range split.shards() {
			rows := split.shard(i)
			parts = append(parts, part{
				path: split.fileName(folder, i, extension), rows: len(rows), split: split.name,
				write: func(ctx context.Context, w io.Writer, progress func(int)) (err error) {
					var line []byte
					for i, r := range rows {
						if i%batchPairs == 0 && ctx.Err() != nil {
							return ctx.Err()
						}
						if line, err = appendLine(r, line[:0]); err != nil {
							return err
						}
						if _, err := w.Write(append(line, '\n')); err != nil {
							return err
						}
						progress(1)
					}
					return nil
				},
			})
		}
	}
	return parts
}

// countLines counts lines; a last one without its end counts too.
var countLines = map[string]func(path string) (int, error){".tsv": linesIn, ".jsonl": linesIn}

func linesIn(path string) (n int, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<20)
	for open := false; ; {
		chunk, err := in.ReadSlice('\n')
		if len(chunk) > 0 && !open {
			n++
		}
		open = len(chunk) > 0 && chunk[len(chunk)-1] != '\n'
		switch err {
		case nil, bufio.ErrBufferFull:
		case io.EOF:
			return n, nil
		default:
			return n, err
		}
	}
}
