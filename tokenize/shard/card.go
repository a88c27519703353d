package shard

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// cardName is the file of the dataset card. It holds the configs, splits and column types for Hugging Face datasets, and a description for
// the Hub (huggingface.co/docs/hub/datasets-cards).
const cardName = "README.md"

// Curriculum is the order of rows in two phases: the rows of axioms, then the judged rows. Each phase is shuffled.
const Curriculum = "curriculum"

// cardTable is a table with the splits that were written.
type cardTable struct {
	*encoding.TableInfo
	splits []cardSplit
}

// cardSplit is a split of a table.
type cardSplit struct {
	name          string
	rows, shards  int
	bytes, memory int64 // size of its files and size of its rows in Arrow, in bytes
}

// cardTables returns the tables of parts. files and memory hold, for each part, its file and its size in Arrow in bytes.
func cardTables(parts []encoding.Part, files []result.File, memory []int64) (tables []cardTable) {
	for i, part := range parts {
		if part.Table == nil {
			continue
		}
		if n := len(tables); n == 0 || tables[n-1].TableInfo != part.Table {
			tables = append(tables, cardTable{TableInfo: part.Table})
		}
		t := &tables[len(tables)-1]
		if n := len(t.splits); n == 0 || t.splits[n-1].name != part.Split {
			t.splits = append(t.splits, cardSplit{name: part.Split})
		}
		s := &t.splits[len(t.splits)-1]
		s.rows, s.shards, s.bytes, s.memory = s.rows+part.Rows, s.shards+1, s.bytes+files[i].Bytes, s.memory+memory[i]
	}
	return tables
}

// writeCard writes the card. All configs of a data set must have files of one kind. If there are tables of Parquet, they are the configs,
// and folders of JSON lines are only described. Without tables of Parquet, the folders of JSON lines are the configs.
func writeCard(w io.Writer, in Input, p *plan.Plan, m *Manifest, tables []cardTable) error {
	parquet := slices.ContainsFunc(tables, func(t cardTable) bool { return !t.IsJSON })
	var configs, infos, about, jsonText strings.Builder
	total := 0
	for _, t := range tables {
		text := &about
		if isConfig := !t.IsJSON || !parquet; isConfig {
			t.metadata(&configs, &infos, total == 0)
			for _, s := range t.splits {
				total += s.rows
			}
		} else {
			text = &jsonText
		}
		t.section(text)
	}
	// The language is quoted, because no (Norwegian) means false in YAML.
	fmt.Fprintf(w, "---\nlicense: unknown\nlanguage:\n- %s\n", encoding.MustJSON(cmp.Or(in.Language, "und")))
	fmt.Fprintf(w, "task_categories:\n- text-ranking\nsize_categories:\n- %s\n", sizeCategory(total))
	fmt.Fprintf(w, "configs:\n%sdataset_info:\n%s---\n\n", configs.String(), infos.String())
	if in.IsTrained {
		about := "**Token ids here are of %d word pieces that were trained on this collection. They fit no published model.**\n\n"
		fmt.Fprintf(w, about, in.Tokenizer.Vocab().Size())
	}
	_, err := fmt.Fprintf(w, "# Training pairs for neural rankers\n\n%s%s%s",
		describe(p, m.Order, slices.ContainsFunc(tables, cardTable.labelsPairs)), describeRows(m), describeUses(p.Options.Formats)+about.String())
	if jsonText.Len() > 0 {
		_, err = fmt.Fprintf(w, "\n# JSON lines\n\nThese folders are no configs, since a data set has files of one kind; "+
			"`load_dataset(\"json\", data_files=\"FOLDER/train-*\")` reads one.\n%s", jsonText.String())
	}
	return err
}

// metadata writes the table's entries in two YAML lists of the card: configs, and dataset_info, which has the columns and the splits. The
// first config is the default one.
func (t *cardTable) metadata(configs, infos *strings.Builder, first bool) {
	fmt.Fprintf(configs, "- config_name: %s\n", t.Config)
	if first {
		configs.WriteString("  default: true\n")
	}
	configs.WriteString("  data_files:\n")
	fmt.Fprintf(infos, "- config_name: %s\n  features:\n", t.Config)
	for _, c := range t.Columns {
		infos.WriteString(columnYAML(c, "  "))
	}
	infos.WriteString("  splits:\n")
	download, memory := int64(0), int64(0)
	for _, s := range t.splits {
		fmt.Fprintf(configs, "  - split: %s\n    path: %s/%s-*\n", s.name, t.Config, s.name)
		fmt.Fprintf(infos, "  - {name: %s, num_bytes: %d, num_examples: %d}\n", s.name, s.memory, s.rows)
		download, memory = download+s.bytes, memory+s.memory
	}
	fmt.Fprintf(infos, "  download_size: %d\n  dataset_size: %d\n", download, memory)
}

// section writes the card's section about the table.
func (t *cardTable) section(b *strings.Builder) {
	fmt.Fprintf(b, "\n## %s\n\n%s.\n\n| split | rows | shards |\n|---|---|---|\n", t.Config, strings.ToUpper(t.About[:1])+t.About[1:])
	for _, s := range t.splits {
		fmt.Fprintf(b, "| %s | %d | %d |\n", s.name, s.rows, s.shards)
	}
	names := lists.Map(t.Columns, func(c encoding.Column) string { return "`" + c.Name + "`" })
	b.WriteString("\nColumns: " + strings.Join(names, ", ") + ".\n")
}

// columnYAML returns a column for the card's list of features, below an indent.
func columnYAML(c encoding.Column, indent string) string {
	switch {
	case c.Classes != nil:
		names := make([]string, len(c.Classes))
		for i, name := range c.Classes {
			names[i] = fmt.Sprintf("'%d': %s", i, name)
		}
		return fmt.Sprintf("%s- name: %s\n%s  dtype: {class_label: {names: {%s}}}\n", indent, c.Name, indent, strings.Join(names, ", "))
	case c.Fields != nil:
		text := fmt.Sprintf("%s- name: %s\n%s  list:\n", indent, c.Name, indent)
		for _, f := range c.Fields {
			text += columnYAML(f, indent+"  ")
		}
		return text
	case c.List:
		return fmt.Sprintf("%s- {name: %s, sequence: %s}\n", indent, c.Name, c.DType)
	}
	return fmt.Sprintf("%s- {name: %s, dtype: %s}\n", indent, c.Name, c.DType)
}

// labelsPairs reports whether a row of the table is a pair with its label.
func (t cardTable) labelsPairs() bool {
	names := lists.Set(t.Columns, func(c encoding.Column) string { return c.Name })
	return names["axiom"] && names["label"]
}

// describe returns the paragraphs on what all configs have in common: the order of the rows, labels and word pieces.
func describe(p *plan.Plan, rowOrder string, hasLabels bool) string {
	var b strings.Builder
	order := "Rows are shuffled on disk."
	if n := p.Options.SpreadQueries; n > 0 {
		order = fmt.Sprintf("Rows lie in batches of %d, which hold no two rows of a query, and no positive that is known to be "+
			"relevant or preferred for another of their rows, where that can be. Read them in file order, in batches of that size or "+
			"of a divisor, without shuffling.", n)
	}
	if rowOrder == Curriculum {
		order = "Rows come in two phases, each shuffled: first those that axioms prefer, then the judged ones. Load them in file order."
	}
	b.WriteString("Each pair says that a positive document should rank above a negative one for a query. " + order + " ")
	if hasLabels {
		b.WriteString("`label` of a pair is its positive's: 2 judged relevant, 1 preferred by an axiom. ")
	}
	b.WriteString("`manifest.json` says what the pairs were made of.\n")
	if t := p.Tokenizer; t != nil {
		file := "`tokenizer.json`"
		how := fmt.Sprintf("%s, `%s`", t.Model, t.Template)
		if t.Model == tokenize.WordPiece {
			file, how = "`vocab.txt`", fmt.Sprintf("lower case %v, accents stripped %v", t.Options.Lowercase, t.Options.StripAccents)
		}
		fmt.Fprintf(&b, "\nWord pieces: %s (SHA-256 `%s`), %s, at most %d ids a sequence and %d a query.\n",
			file, t.VocabSHA256, how, t.MaxLength, t.MaxQueryLength)
	}
	return b.String()
}

// describeUses returns a list of how a program reads the rows of each format.
func describeUses(formats []string) string {
	text := "\n## How to use it\n\nDIR is this folder, N the number of shards; where there are several tasks, a config or folder of one has " +
		"`-TASK` behind its name.\n\n"
	for _, name := range formats {
		f, _ := format.Find(name)
		text += fmt.Sprintf("- %s: `%s`\n", name, f.Use)
	}
	return text
}

// describeRows returns the table of the rows drawn and the findings of the manifest.
func describeRows(m *Manifest) string {
	text := ""
	if len(m.Drawn) > 0 {
		t := pairs.DrawnTable(m.Drawn)
		row := func(cells []string) string {
			return "| " + strings.ReplaceAll(strings.Join(cells, " \x00 "), "|", "\\|") + " |\n"
		}
		heads := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			heads[i] = c.Name
		}
		text = "\n## What was drawn\n\n" + row(heads) + strings.Repeat("|---", len(heads)) + "|\n"
		for _, cells := range t.Rows {
			text += row(cells)
		}
		text = strings.ReplaceAll(text, "\x00", "|") + "\n" + t.Caption + "\n"
	}
	findings := ""
	for _, finding := range m.Findings() {
		findings += "- " + finding + "\n"
	}
	if findings != "" {
		text += "\n## What to know\n\n" + findings
	}
	return text
}

// sizeCategory returns the Hub's category of a number of rows, such as 1K<n<10K.
func sizeCategory(rows int) string {
	low, limit := "n", 1000
	for _, high := range strings.Fields("1K 10K 100K 1M 10M 100M 1B 10B 100B 1T") {
		if rows < limit {
			return strings.TrimPrefix(low+"<n<"+high, "n<")
		}
		low, limit = high, 10*limit
	}
	return "n>1T"
}
