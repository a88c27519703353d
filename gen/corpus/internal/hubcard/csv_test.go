package hubcard

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestCSVOf: a card's options are those of the CSV builder of datasets, which hands them to pandas' read_csv.
func TestCSVOf(t *testing.T) {
	for _, c := range []struct {
		options, file string
		want          CSV
		refused       string
	}{
		{"- sep: ;", "x.csv", CSV{Separator: ';'}, ""},
		{"- data_files: data/*.csv\n  sep: ;", "data/x.csv", CSV{Separator: ';'}, ""},
		{"- data_files: data/*.csv\n  sep: ;", "x.csv", CSV{}, ""},
		{"- data_files: x.csv\n  sep: ;\n- data_files: x.csv\n  sep: ,", "x.csv", CSV{}, ""},
		{"- data_files: x.csv\n  column_names: [a, b]\n  header: null", "x.csv", CSV{Names: []string{"a", "b"}}, ""},
		{"- quotechar: '\"'\n  encoding: utf-8\n  header: 0\n  skiprows: null", "x.csv", CSV{}, ""},
		{"- sep: ' +'", "x.csv", CSV{}, "separated by one character"},
		{"- sep: ''", "x.csv", CSV{}, "separated by one character"},
		{"- names: a", "x.csv", CSV{}, "is no list of names"},
		{"- names: [a]\n  header: 0", "x.csv", CSV{}, "stands beside names"},
		{"- quotechar: \"'\"", "x.csv", CSV{}, "which is not read"},
		{"- data_files: y.csv\n  quotechar: \"'\"", "x.csv", CSV{}, ""},
	} {
		dir := t.TempDir()
		must.Do(t, os.WriteFile(filepath.Join(dir, cardName), []byte("---\nconfigs:\n"+c.options+"\n---\n"), 0o666))
		got, err := CSVOf(filepath.Join(dir, c.file))
		if err == nil && c.refused == "" {
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("%s of\n%s: %v, want %v", c.file, c.options, got, c.want)
			}
		} else if err == nil || c.refused == "" || !strings.Contains(err.Error(), c.refused) {
			t.Errorf("%s of\n%s: error %v, want %q", c.file, c.options, err, c.refused)
		}
	}
}
