package read

import (
	"cmp"

	"github.com/axiomine/axiomine/gen/corpus"
)

// QueryLine returns the file and the line on which the query with an id begins; line 0 if it is not found.
// It reads the topics of the split again, for the message of an error.
func (l Layout) QueryLine(split, id string, o Options) (file string, line int) {
	all, ok := l.Queries[split]
	if !ok {
		all = l.Queries[AllSplits]
	}
	o.Strict = false
	o.split, o.splitColumns, o.counted = split, l.splitColumns, true
	format := cmp.Or(o.TopicsFormat, string(l.TopicsFormat), string(l.Format))
	for _, path := range paths(all) {
		s, e, err := open(topicFormats, Format(format), topicsFlag, "queries", path, o, new(Report))
		if err != nil {
			return all, 0
		}
		_ = e.read(s, o, func(q corpus.Query, begin int) error {
			if q.ID != id {
				return nil
			}
			file, line = path, begin
			return errStop
		})
		s.close()
		if line > 0 {
			return file, line
		}
	}
	return all, 0
}
