package shard

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
	"go.yaml.in/yaml/v3"
)

// cardData is what the Hub and datasets read of a card.
type cardData struct {
	License  string   `yaml:"license"`
	Language []string `yaml:"language"`
	Tasks    []string `yaml:"task_categories"`
	Sizes    []string `yaml:"size_categories"`
	Configs  []struct {
		Name    string `yaml:"config_name"`
		Default bool   `yaml:"default"`
	} `yaml:"configs"`
	Infos []struct {
		Name     string           `yaml:"config_name"`
		Features []map[string]any `yaml:"features"`
		Splits   []struct {
			Name  string `yaml:"name"`
			Bytes int64  `yaml:"num_bytes"`
			Rows  int    `yaml:"num_examples"`
		} `yaml:"splits"`
		Download int64 `yaml:"download_size"`
		Size     int64 `yaml:"dataset_size"`
	} `yaml:"dataset_info"`
}

func readCard(t *testing.T, dir string) (card cardData, text string) {
	t.Helper()
	head, text, ok := strings.Cut(strings.TrimPrefix(files(t, dir)[cardName], "---\n"), "\n---\n")
	if !ok {
		t.Fatal("no card")
	}
	must.Do(t, yaml.Unmarshal([]byte(head), &card))
	return card, text
}

// columnNames are those of a config.
func (c cardData) columnNames(config string) (names []string) {
	for _, info := range c.Infos {
		if info.Name == config {
			for _, f := range info.Features {
				names = append(names, f["name"].(string))
			}
		}
	}
	return names
}

// TestCard: Parquet's configs are the card's, JSON lines beside them are told of; without Parquet they are the configs. Sizes are
// those of the rows that are there, counted column by column.
func TestCard(t *testing.T) {
	_, in := mixedSample(t)
	in.Language = "no"
	o := plainFormats()
	o.Formats = []string{"jsonl", "parquet", "duobert", "bertsum"}
	dir, m := mustWrite(t, in, o)
	card, text := readCard(t, dir)
	if card.License != "unknown" || !slices.Equal(card.Language, []string{"no"}) ||
		!slices.Equal(card.Tasks, []string{"text-ranking"}) || card.Configs[0].Name != "pairs" || !card.Configs[0].Default ||
		!strings.Contains(text, "\n# JSON lines\n") || !strings.Contains(text, "\n## jsonl\n") {
		t.Errorf("%+v\n%s", card, text)
	}
	rows, sizes := 0, map[string]int64{}
	for _, info := range card.Infos {
		download, size := int64(0), int64(0)
		for _, split := range info.Splits {
			rows += split.Rows
			size += split.Bytes
			sizes[info.Name+" "+split.Name] = split.Bytes
		}
		for _, s := range m.Shards {
			if path.Dir(s.Path) == info.Name {
				download += s.Bytes
			}
		}
		if info.Download != download || info.Size != size {
			t.Errorf("%s has %d bytes on disk and %d in memory, the card says %d and %d", info.Name, download, size, info.Download, info.Size)
		}
	}
	if want := sizeCategory(rows); !slices.Equal(card.Sizes, []string{want}) || want != "10K<n<100K" {
		t.Errorf("%d rows are %v", rows, card.Sizes)
	}
	cross, sum := int64(0), int64(0)
	for _, r := range readAll[idCross](t, dir, "cross", "train") { // offset and text, offset and ids, offset and types, label, weight, margin
		cross += int64(4 + len(*r.UID) + 4 + 4*len(r.IDs) + 4 + len(r.TypeIDs) + 8 + 4 + 4)
	}
	for _, r := range readAll[sumPair](t, dir, "bertsum-ranking", "validation") {
		lists := 4 + 4*len(r.IDs) + 4 + len(r.TypeIDs) + 4 + 4*len(r.Positions) + 4 + len(r.Texts)
		sum += int64(4 + len(*r.UID) + lists + 8 + 4 + 4 + len(*r.NegSource))
	}
	if sizes["cross train"] != cross || sizes["bertsum-ranking validation"] != sum || cross == 0 || sum == 0 {
		t.Errorf("%d and %d bytes, the card says %d and %d", cross, sum, sizes["cross train"], sizes["bertsum-ranking validation"])
	}
	for _, s := range m.Shards {
		if !slices.Contains(o.Formats, s.Format) || strings.HasPrefix(s.Path, "duobert") != (s.Format == "duobert") ||
			(s.Format == "jsonl") != (path.Ext(s.Path) == ".jsonl") {
			t.Errorf("%s is of the format %q", s.Path, s.Format)
		}
		if s.Format == "parquet" {
			if err := pairs.WithParquet(dir+"/"+s.Path, func(f *parquet.File) error {
				if by := f.Metadata().CreatedBy; !strings.HasPrefix(by, "axiomine version ") || !strings.Contains(by, " (build go") {
					t.Errorf("created by %q", by)
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
	m.Shards[0].Format = "tfrecord"
	must.Do(t, os.WriteFile(filepath.Join(dir, ManifestName), must.Get(json.Marshal(m))(t), 0o666))
	const want = `is of the format "tfrecord", which writes no such file`
	if _, err := Inspect(t.Context(), dir, 0, nil); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("another format: %v, want %s", err, want)
	}
}

// TestTextsAlone: without a vocabulary parquet has the texts and no folder of ids; one that was trained is the first thing that the card says.
func TestTextsAlone(t *testing.T) {
	_, in := mixedSample(t)
	in.Rankings = nil
	o := plainFormats()
	o.Formats, in.IsTrained = []string{"parquet"}, true
	for _, hasIDs := range []bool{true, false} {
		if !hasIDs {
			in.Tokenizer, in.IsTrained = nil, false
		}
		dir, _ := mustWrite(t, in, o)
		card, text := readCard(t, dir)
		for _, config := range card.Configs {
			if isIDs := config.Name == "cross" || config.Name == "mixed" || strings.HasSuffix(config.Name, "-tokenized"); isIDs && !hasIDs {
				t.Errorf("%s without a vocabulary", config.Name)
			}
		}
		if card.Configs[0].Name != "pairs" || strings.HasPrefix(text, "\n**Token ids here are of ") != hasIDs || strings.Contains(text, "ids") != hasIDs {
			t.Errorf("ids %v: %s", hasIDs, text[:300])
		}
		if _, has := files(t, dir)[vocabName]; has != hasIDs {
			t.Errorf("ids %v, a vocabulary %v", hasIDs, has)
		}
	}
}

// TestCardOfLines: a card of JSON lines names the columns that the lines have, also those that are null at the beginning.
func TestCardOfLines(t *testing.T) {
	c, in := sample(t)
	o := plainFormats()
	o.Formats = []string{"jsonl", "tevatron-distil", "tevatron-ids", "duot5"}
	dir, m := mustWrite(t, in, o)
	card, text := readCard(t, dir)
	if card.License != "unknown" || !slices.Equal(card.Language, []string{"und"}) ||
		card.Configs[0].Name != "jsonl" || strings.Contains(text, "# JSON lines") {
		t.Errorf("%+v\n%s", card, text)
	}
	folders := map[string]bool{}
	for _, s := range m.Shards {
		folders[path.Dir(s.Path)] = true
	}
	if len(card.Configs) != len(folders) || len(card.Infos) != len(folders) {
		t.Errorf("%d configs, %d folders", len(card.Configs), len(folders))
	}
	passages := map[string]any{"name": "positive_passages", "list": []any{map[string]any{"name": "docid", "dtype": "string"},
		map[string]any{"name": "title", "dtype": "string"}, map[string]any{"name": "text", "dtype": "string"},
		map[string]any{"name": "score", "dtype": "float64"}}}
	for _, info := range card.Infos {
		if info.Name == "tevatron-distil-ranking" && !cmp.Equal(info.Features[2], passages) {
			t.Error(cmp.Diff(passages, info.Features[2]))
		}
		for _, split := range info.Splits {
			if info.Name == "tevatron-corpus" {
				size := int64(0)
				for id, d := range c.Docs {
					if size += int64(4 + len(id) + 4 + len(d[1])); d[0] != "" {
						size += int64(len(d[0]) + 1)
					}
				}
				if split.Bytes != size || split.Rows != len(c.Docs) { // 750 random pairs name all of 80 documents
					t.Errorf("a corpus of %d bytes, the card says %+v", size, split)
				}
			}
		}
	}
	if names := card.columnNames("jsonl"); len(names) != 21 || !slices.Contains(names, "negative_source") { // the canonical row
		t.Errorf("columns %q", names)
	}
	if names := card.columnNames("duot5-ranking"); !slices.Equal(names, []string{"uid", "inputs", "targets", "negative_source"}) {
		t.Errorf("columns %q", names)
	}
	editPairs(&in.Splits[0], func(_ int, p *pairs.Pair) { p.Weight = .5 })
	dir, _ = mustWrite(t, in, o)
	card, _ = readCard(t, dir)
	if names := card.columnNames("duot5-ranking"); !slices.Equal(names, []string{"uid", "inputs", "targets", "negative_source", "weight"}) {
		t.Errorf("columns with weights %q", names)
	}
}

func TestSizeCategory(t *testing.T) {
	for rows, want := range map[int]string{0: "n<1K", 999: "n<1K", 1000: "1K<n<10K", 99_999: "10K<n<100K", 5e6: "1M<n<10M", 1e12: "n>1T"} {
		must.Equal(t, sizeCategory(rows), want, "%d rows are", rows)
	}
}

// TestRowlessTexts: a sentence that several formats share stands once.
func TestRowlessTexts(t *testing.T) {
	m := &Manifest{Pointwise: []plan.Pointwise{{Folder: "cross", Split: "train", Judged: 9, Rowless: 2}, {Folder: "full", Split: "train", Judged: 9},
		{Folder: "monot5", Split: "train", Judged: 9, Rowless: 2}}}
	must.Equal(t, strings.Join(m.RowlessTexts(), "|"), "cross, monot5: in train, 2 of 9 judged inputs are in no row")
}

// TestLeftOutIsFound: what a format leaves out is a finding, whatever it is, unless the counts of pointwise rows and of scores tell of it.
func TestLeftOutIsFound(t *testing.T) {
	for what, isFound := range map[string]bool{
		"pairs without two scores": true, "three-class pairs": true, "pairs with a text without Duet's terms": true, "anything": true,
		"pairs that the scores contradict": false, "pointwise rows whose input an earlier row has": false,
	} {
		m := &Manifest{Warnings: map[string]int{what + " left out of duet": 3, "overlap: 2 left out of train; keep them": 1}}
		must.Equal(t, strings.Join(m.Findings(), " ") == "duet: "+what+": 3 left out", isFound, "%s: %q", what, m.Findings())
	}
}
