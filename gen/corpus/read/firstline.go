package read

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// firstLine describes the first line of a file that is not blank, for the hint of an error: its number of
// fields and its beginning.
func firstLine(path string, o Options) string {
	path = paths(path)[0]
	if path == "-" {
		return ""
	}
	s, err := openSource(path, o, nil)
	if err != nil || s.table != nil {
		return ""
	}
	defer s.close()
	for {
		line, err := s.next()
		if err == io.EOF || err != nil {
			return ""
		}
		if isBlank(line) {
			continue
		}
		const most = 60
		text := string(line)
		if len(text) > most {
			text = strings.ToValidUTF8(text[:most], "") + ".."
		}
		return fmt.Sprintf("line %d has %s: %q", s.line, terminal.Plural(len(appendFields(line, nil)), "field", "fields"), text)
	}
}

// isHeader reports whether a line names columns of judgements or of a run: one of queries and one of
// documents. A JSON object, which names its members, is not a header.
func isHeader(line []byte) bool {
	if bytes.HasPrefix(bytes.TrimSpace(line), []byte("{")) {
		return false
	}
	lower := strings.ToLower(string(bytes.TrimSpace(line)))
	hasAny := func(names ...string) bool {
		for _, name := range names {
			if strings.Contains(lower, name) {
				return true
			}
		}
		return false
	}
	return hasAny("query", "qid", "topic") && hasAny("doc", "corpus", "pid", "passage")
}
