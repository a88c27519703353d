package configs

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// What is smaller is said, what agrees within 1 % or is not told is not.
func TestReduced(t *testing.T) {
	theirs := Original{Collection: "WikiPassageQA", Documents: 50477, Queries: 4154, Model: "Duet"}
	for _, c := range []struct {
		theirs, ours Original
		want         string
	}{
		{theirs, Original{Collection: "wikiqa", Documents: 11406, Queries: 1239, TestQueries: 242, Rows: 900, Model: "DRMM"},
			"Ours is a reduced form of the published experiment: " +
				"collection wikiqa of 11,406 documents instead of WikiPassageQA of 50,477; 1,239 queries instead of 4,154; model DRMM instead of " +
				"Duet."},
		{theirs, Original{Collection: "wpqa", Documents: 50000, Queries: 4154, Model: "Duet"}, ""},
		{theirs, Original{Collection: "wpqa", Documents: 50477, Queries: 4154, Model: "DRMM"},
			"Ours is another form of the published experiment: model DRMM instead of Duet."},
		{theirs, Original{Documents: 50477}, ""},
		{Original{}, Original{Documents: 5, Queries: 5, Model: "DRMM"}, ""},
		{Original{TestQueries: 97}.WithRows([]PublishedNumber{{Subject: "rows of ranking", Value: 100000}, {Subject: "judged", Value: .5},
			{Subject: "rows of lb1", Value: 25000}}), Original{TestQueries: 12, Rows: 4000},
			"Ours is a reduced form of the published experiment: 12 test queries instead of 97; 4,000 pairs to train on instead of 125,000 rows."},
	} {
		must.Equal(t, c.theirs.DescribeReduction(c.ours), c.want, "%+v", c.ours)
	}
}

// Every experiment of the studies whose collection is not to be had says what it was done with; a preset passes it on.
func TestOriginals(t *testing.T) {
	// Rennings, section 3.4.1 and table 3.5; Carraro, section 7.1; Klose, sections 4.1 and 5.1; Câmara and Hauff, section 4.1
	for name, want := range map[string]Original{
		"rennings-fix": {Collection: "WikiPassageQA", Documents: 50477, Queries: 4154, Model: "Duet"},
		"carraro-fast": {Collection: "TREC Robust 2004", Documents: 528000, TestQueries: 250, Model: "DRMM"},
		"klose-2":      {Collection: "MS MARCO passages", Documents: 8800000, TestQueries: 97, Model: "BERT"},
		"camara-train": {Collection: "TREC 2019 Deep Learning documents", Documents: 3213835, Queries: 372206, Model: "DistilBERT"},
	} {
		must.Equal(t, studied(t)[name].Original, want, "%s", name)
	}
}

func TestMalformedOriginal(t *testing.T) {
	const shape = "write original: {collection: NAME, documents: N, queries: N, test_queries: N, model: NAME}"
	for text, want := range map[string]string{
		"original: {documents: many}\n": `:1: original.documents: "many" is no number of things; hint: ` + shape,
		"original:\n  document: 5\n":    ":2: unknown part document of original; hint: did you mean documents?",
		"original: {queries: -1}\n":     `:1: original.queries: "-1" is no number of things; hint: ` + shape,
		"original: [WikiQA]\n":          ":1: original is a list, not a mapping; hint: " + shape,
		"orignal: {documents: 5}\n":     ":1: unknown section orignal; hint: did you mean original?",
		"published:\n  - {source: x, table: \"1\", columns: [MAP], rows: {a: [.1]}, ours: {b: judged}}\n": ":2: published: ours: there is no " +
			"row \"b\"; hint: name a row of the table",
	} {
		path := filepath.Join(t.TempDir(), "c.yaml")
		must.Do(t, os.WriteFile(path, []byte(text), 0o600))
		if _, err := Load(path, nil); err == nil || err.Error() != path+want {
			t.Errorf("%q: %v", text, err)
		}
	}
}
