package shard

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// ManifestName is the file that Write writes last; a directory without it is unfinished.
const ManifestName = "manifest.json"

// SchemaVersion is the version of the manifest and of the files beside it.
const SchemaVersion = 3

// Manifest describes the sources and the files of a data set. The caller of Write fills ToolVersion, Command, Config, Seed, Order, Inputs,
// Collection, Tasks, Drawn and Warnings. Write fills the other fields, counts dropped pairs in Tasks and adds to Warnings. If Tasks is
// empty, Write fills it from the pairs.
type Manifest struct {
	SchemaVersion int                 `json:"schema_version"` // SchemaVersion of the program that wrote the files
	ToolVersion   string              `json:"tool_version"`   // the version of axiomine
	Command       string              `json:"command"`        // the command that makes the same rows; its paths have no folders
	Config        any                 `json:"config"`         // the value of every key
	Seed          uint64              `json:"seed"`           // the seed of every draw
	Order         string              `json:"order"`          // the order of the rows: curriculum, or mixed, which may also be empty
	Inputs        []ManifestInput     `json:"inputs"`
	Tokenizer     *plan.TokenizerInfo `json:"tokenizer"` // null if no format holds ids
	Collection    Collection          `json:"collection"`
	Tasks         []Task              `json:"tasks"`
	Mixture       map[string]int      `json:"mixture"` // number of pairs of each task, over all splits
	Rows          []plan.Rows         `json:"rows"`    // number of pairs that files hold by split, task and axiom
	Drawn         []pairs.PoolRows    `json:"drawn,omitempty"`
	Groups        []plan.Groups       `json:"groups,omitempty"`
	Readers       int                 `json:"readers,omitempty"` // Options.Readers
	Spreads       []plan.Spread       `json:"spreads,omitempty"`
	Conflicts     []plan.Conflicts    `json:"teacher_conflicts,omitempty"`
	Pointwise     []plan.Pointwise    `json:"pointwise,omitempty"`
	Shards        []Shard             `json:"shards"`
	Files         []result.File       `json:"files"`    // the files without rows, such as the card and the vocabulary
	Warnings      map[string]int      `json:"warnings"` // how often each warning occurred
}

// ManifestInput is a file that was read, by its base name.
type ManifestInput struct {
	Role   string `json:"role"`   // collection, topics, qrels, run, ...
	Name   string `json:"name"`   // the base name
	Bytes  int64  `json:"bytes"`  // the size on disk
	SHA256 string `json:"sha256"` // the checksum of the file on disk
	Format string `json:"format"` // the form in which it was read
	Count  int    `json:"count"`  // number of records read
}

// Collection has the statistics of the indexed collection.
type Collection struct {
	N          int     `json:"N"`           // number of documents
	TotalTerms int64   `json:"total_terms"` // number of analysed terms of all documents
	AvgLen     float64 `json:"avg_len"`     // the mean number of terms of a document
	// Files are the files of the documents, if the index names them.
	Files []CollectionFile `json:"files,omitempty"`
}

// CollectionFile is a file of documents, after decompression.
type CollectionFile struct {
	Name   string `json:"name"`   // the base name without the ending of the compression
	Bytes  int64  `json:"bytes"`  // the size after decompression
	SHA256 string `json:"sha256"` // the checksum after decompression
}

// Task counts the pairs of a task. Mined + Added = Kept + all of Dropped.
type Task struct {
	Name               string         `json:"name"`                 // the name of the task
	Axiom              string         `json:"axiom"`                // the axiom's canonical expression; empty for judged pairs
	Variant            string         `json:"variant"`              // the variant of the axiom, if there are several
	Params             map[string]any `json:"params"`               // the axiom's parameters by name
	Wanted             int            `json:"wanted"`               // number of pairs asked for
	Mined              int            `json:"mined"`                // number of pairs found
	Added              int            `json:"added,omitempty"`      // number of pairs that repeat others or that multi-graded labels add
	Kept               int            `json:"kept"`                 // number of pairs in the shards
	Dropped            map[string]int `json:"dropped"`              // number of pairs left out, by reason
	AgreementWithQrels *float64       `json:"agreement_with_qrels"` // null if no pair was judged
}

// Shard is a data file.
type Shard struct {
	Path   string `json:"path"`   // its path below the manifest's directory
	Rows   int    `json:"rows"`   // number of its rows
	Bytes  int64  `json:"bytes"`  // its size
	SHA256 string `json:"sha256"` // its checksum
	Format string `json:"format"` // the output format that wrote it
}

// clone returns a manifest with copies of the parts that Write changes.
func (m *Manifest) clone() *Manifest {
	c := *m
	c.Inputs = append([]ManifestInput{}, m.Inputs...) // not nil, which JSON would write as null
	c.Tasks = append([]Task{}, m.Tasks...)
	for i := range c.Tasks {
		c.Tasks[i].Dropped = map[string]int{}
		maps.Copy(c.Tasks[i].Dropped, m.Tasks[i].Dropped)
	}
	c.Warnings = map[string]int{}
	maps.Copy(c.Warnings, m.Warnings)
	return &c
}

// drop moves a pair from Kept to Dropped of its task, under the reason.
func (m *Manifest) drop(p *pairs.Pair, reason string) {
	for i := range m.Tasks {
		if t := &m.Tasks[i]; t.Axiom == p.Axiom && t.Name == p.Task {
			t.Kept--
			t.Dropped[reason]++
			return
		}
	}
}

// tasksOf returns the tasks of pairs in the order of their first pairs. Kept is the number of all pairs of a task until drop subtracts
// some.
func tasksOf(splits []plan.Split) (tasks []Task) {
	indexes := map[string]int{}
	for _, split := range splits {
		for _, p := range split.Pairs.All() {
			i, ok := indexes[p.Axiom]
			if !ok {
				i = len(tasks)
				indexes[p.Axiom] = i
				tasks = append(tasks, Task{Name: p.Task, Axiom: p.Axiom, Variant: p.Variant, Dropped: map[string]int{}})
			}
			tasks[i].Mined++
			tasks[i].Kept++
		}
	}
	return tasks
}

// ReadManifest reads the manifest of a data directory.
func ReadManifest(dir string) (*Manifest, error) {
	path := filepath.Join(dir, ManifestName)
	raw, err := safefile.ReadFile(path, safefile.Whole)
	if _, missing := os.Stat(dir); missing != nil {
		return nil, errs.CannotOpen(dir, missing)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errs.BadInput(path, 0, "name a folder of shards, such as OUT/shards; an unfinished run leaves none, "+
			"and axiomine gen --resume goes on", "no manifest")
	}
	if err != nil {
		return nil, errs.CannotOpen(dir, err)
	}
	return parseManifest(path, raw)
}

func parseManifest(path string, raw []byte) (*Manifest, error) {
	m := new(Manifest)
	if err := json.Unmarshal(raw, m); err != nil {
		return nil, errs.BadJSON(path, raw, "it is written by axiomine tokenize shards", "not a manifest", err)
	}
	if m.SchemaVersion != SchemaVersion {
		return nil, errs.BadInput(path, 0, "use the version of axiomine that wrote it", "schema version %d, not %d", m.SchemaVersion,
			SchemaVersion)
	}
	isListed := map[string]bool{}
	for _, s := range m.Shards {
		const hint = "write the shards again"
		switch {
		case !filepath.IsLocal(filepath.FromSlash(s.Path)):
			return nil, errs.BadInput(path, 0, hint, "shard %q lies outside the directory", s.Path)
		case s.Rows < 0 || s.Bytes < 0:
			return nil, errs.BadInput(path, 0, hint, "shard %q has %s and %s", s.Path, terminal.Plural(s.Rows, "row", "rows"),
				terminal.Plural(s.Bytes, "byte", "bytes"))
		case isListed[s.Path]:
			return nil, errs.BadInput(path, 0, hint, "shard %q stands twice", s.Path)
		}
		isListed[s.Path] = true
	}
	return m, nil
}

// Groups counts how full the groups of a format's task and split are.
type Groups = plan.Groups

// WarningLines returns the warnings in order. A repeated warning has its count.
func (m *Manifest) WarningLines() (lines []string) {
	for _, text := range slices.Sorted(maps.Keys(m.Warnings)) {
		if n := m.Warnings[text]; n > 1 {
			text += ": " + terminal.Group(n)
		}
		lines = append(lines, text)
	}
	return lines
}

// Describe returns a line about the content of the manifest's folder.
func (m *Manifest) Describe(folder string) string {
	pairs := 0
	for _, n := range m.Mixture {
		pairs += n
	}
	return terminal.Plural(pairs, "pair", "pairs") + " in " + terminal.Plural(len(m.Shards), "file", "files") + " under " + folder
}

// TextFolders returns the folders whose training rows have texts, in the order of the files. Their paths are below the manifest's folder.
func (m *Manifest) TextFolders() (folders []string) {
	for _, s := range m.Shards {
		folder := filepath.Dir(filepath.FromSlash(s.Path))
		if f, _ := format.Find(s.Format); !slices.Contains(folders, folder) && f.HasTexts(s.Path) {
			folders = append(folders, folder)
		}
	}
	return folders
}

// Next returns the words of a next command for the data set in folder: an audit of its first folder with texts, or tokenize inspect if no
// folder has texts.
func (m *Manifest) Next(folder string) []string {
	if folders := m.TextFolders(); len(folders) > 0 {
		return []string{"audit", filepath.Join(folder, folders[0])}
	}
	return []string{"tokenize", "inspect", folder}
}

// Formats returns the formats of the shards, in the order of the shards.
func (m *Manifest) Formats() []string {
	return lists.AddNew[string](nil, lists.Map(m.Shards, func(s Shard) string { return s.Format })...)
}

// FilesDigest returns a digest of the shards. It is equal for settings that write the same bytes.
func (m *Manifest) FilesDigest() string {
	sum := sha256.New()
	for _, f := range m.Shards {
		fmt.Fprintln(sum, f.Path, f.SHA256)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
