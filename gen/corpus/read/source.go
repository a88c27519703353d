package read

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"

	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/columnar"
	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
	"github.com/axiomine/axiomine/gen/corpus/internal/rowtable"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
)

// ArrowBatches returns a reader of the batches of an Arrow file or stream, with the limits of tables. Its errors do not name the file.
func ArrowBatches(file *io.SectionReader) (*ipc.Reader, error) { return columnar.OpenArrow("", file) }

// Content returns the size in bytes and the SHA-256 of the content of a compressed file. For any other file, isPacked is false and nothing
// is read.
func Content(path string) (isPacked bool, bytes int64, sum string, err error) {
	in, err := plainfile.Open(path, nil)
	if err != nil {
		return false, 0, "", err
	}
	defer in.Close()
	if in.Plain.Packing == "" {
		return false, 0, "", nil
	}
	hash := sha256.New()
	bytes, err = io.Copy(hash, in)
	return true, bytes, hex.EncodeToString(hash.Sum(nil)), err
}

// InputSum returns the size in bytes and the SHA-256 of standard input. ok is false if it was not copied.
func InputSum() (bytes int64, sum string, ok bool) { return plainfile.InputSum() }

// eachFile opens each file at path, which is a part of a collection, and calls read with it and its format.
func (o Options) eachFile(p fileform.Part, path string, format Format, rep *Report, read func(*sourcefile.Source, fileform.Entry) error) error {
	for _, file := range paths(path) {
		s, e, err := p.Open(file, format, o.source(), rep)
		if err == nil {
			err = read(s, e)
			s.Close()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// checkID returns an error for an id that other programs cannot read in a run or qrels file.
func checkID(noun, id, path string, line int) error {
	bad := celltext.ForbiddenInID(id)
	if bad == "" {
		return nil
	}
	return errs.BadInput(path, line, "write _ for it in the collection, the queries and the judgements alike: runs and qrels separate their "+
		"fields by white space; --columns unused=NAME reads rows without their ids", "the id %q of a %s holds %s", id, noun, bad)
}

// reconcile changes the queries' ids to the judgements' spelling, 051 to 51 or the reverse, and returns the number of changed ids. A query
// keeps its id if another query already has that spelling.
func reconcile(queries []corpus.Query, qrels []corpus.Qrel) int {
	spellings, ids := map[string][]string{}, map[string]bool{} // ids of judgements, by id without leading zeros; ids of queries
	for _, q := range qrels {
		if key := celltext.WithoutZeros(q.QueryID); !slices.Contains(spellings[key], q.QueryID) {
			spellings[key] = append(spellings[key], q.QueryID)
		}
	}
	for _, q := range queries {
		ids[q.ID] = true
	}
	n := 0
	for i, q := range queries {
		if list := spellings[celltext.WithoutZeros(q.ID)]; len(list) == 1 && !ids[list[0]] {
			ids[list[0]] = true
			queries[i].ID = list[0]
			n++
		}
	}
	return n
}

// eachRowOf calls visit with the rows of several tables that accept accepts. It does not count malformed rows, since another reader does.
func eachRowOf(files string, o Options, accept func(*tabular.Plan) bool, visit func(s *sourcefile.Source, r tabular.Row) error) error {
	o.counted = true
	for _, file := range paths(files) {
		err := sourcefile.Visit(file, o.source(), func(s *sourcefile.Source) error {
			return rowtable.EachRow(s, o.rows(), accept, func(r tabular.Row) error { return visit(s, r) })
		})
		if err != nil {
			return err
		}
	}
	return nil
}
