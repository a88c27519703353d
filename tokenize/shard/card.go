package shard

import (
	"fmt"
	"io"
	"strings"
)

// cardName is the dataset card, which tells Hugging Face datasets the configs, splits and column types.
const cardName = "README.md"

// writeCard writes the card for the Parquet tables among the parts; sizes are the bytes of each part's file.
func writeCard(w io.Writer, p *plan, m *Manifest, parts []part, sizes []int64) error {
	var configs, infos, about strings.Builder
	for first, i := true, 0; i < len(parts); {
		info := parts[i].table
		if info == nil {
			i++
			continue
		}
		fmt.Fprintf(&configs, "- config_name: %s\n", info.config)
		if first {
			configs.WriteString("  default: true\n")
			first = false
		}
		configs.WriteString("  data_files:\n")
		fmt.Fprintf(&infos, "- config_name: %s\n  features:\n", info.config)
		for _, c := range info.columns {
			infos.WriteString(c.yaml())
		}
		infos.WriteString("  splits:\n")
		fmt.Fprintf(&about, "\n## %s\n\n%s.\n\n| split | rows | shards |\n|---|---|---|\n", info.config, sentence(info.about))
		for i < len(parts) && parts[i].table == info {
			split, rows, bytes, shards := parts[i].split, 0, int64(0), 0
			for ; i < len(parts) && parts[i].table == info && parts[i].split == split; i++ {
				rows, bytes, shards = rows+parts[i].rows, bytes+sizes[i], shards+1
			}
			fmt.Fprintf(&configs, "  - split: %s\n    path: %s/%s-*\n", split, info.config, split)
			fmt.Fprintf(&infos, "  - {name: %s, num_bytes: %d, num_examples: %d}\n", split, bytes, rows)
			fmt.Fprintf(&about, "| %s | %d | %d |\n", split, rows, shards)
		}
		about.WriteString("\nColumns: " + info.columnList() + ".\n")
	}
	known := ""
	if len(m.Drawn) > 0 {
		known = "\n## What was drawn\n\n| " + strings.Join(DrawnHeads, " | ") + " |\n" + strings.Repeat("|---", len(DrawnHeads)) + "|\n"
		for _, row := range DrawnRows(m.Drawn) {
			known += "| " + strings.ReplaceAll(strings.Join(row, " \x00 "), "|", "\\|") + " |\n"
		}
		known = strings.ReplaceAll(known, "\x00", "|") + "\nLengths are in analysed terms; skew is the mean of (|+| - |-|) / max; agreement is with grades, where both documents have one.\n"
	}
	findings := ""
	for _, finding := range m.Findings() {
		findings += "- " + finding + "\n"
	}
	if findings != "" {
		known += "\n## What to know\n\n" + findings
	}
	_, err := fmt.Fprintf(w, "---\nconfigs:\n%sdataset_info:\n%s---\n\n# Training pairs for neural rankers\n\n%s%s%s", configs.String(), infos.String(), p.describe(), known, about.String())
	return err
}

// yaml is the column in the card's list of features.
func (c column) yaml() string {
	switch {
	case c.classes != nil:
		names := make([]string, len(c.classes))
		for i, name := range c.classes {
			names[i] = fmt.Sprintf("'%d': %s", i, name)
		}
		return fmt.Sprintf("  - name: %s\n    dtype: {class_label: {names: {%s}}}\n", c.name, strings.Join(names, ", "))
	case c.list:
		return fmt.Sprintf("  - {name: %s, sequence: %s}\n", c.name, c.dtype)
	}
	return fmt.Sprintf("  - {name: %s, dtype: %s}\n", c.name, c.dtype)
}

func (t *tableInfo) columnList() string {
	names := make([]string, len(t.columns))
	for i, c := range t.columns {
		names[i] = "`" + c.name + "`"
	}
	return strings.Join(names, ", ")
}

// describe says in a few lines what all configs share.
func (p *plan) describe() string {
	var b strings.Builder
	order := "Rows are shuffled on disk."
	if p.in.Manifest.Order == Curriculum {
		order = "Rows come in two phases, each shuffled: first those that axioms prefer, then the judged ones. Load them in file order."
	}
	b.WriteString("Each pair says that a positive document should rank above a negative one for a query. " + order + " " +
		"`label` of a pair is its positive's: 2 judged relevant, 1 preferred by an axiom. `manifest.json` says what the pairs were made of.\n")
	if p.perturbed > 0 {
		b.WriteString("\nRows of the source `perturbed` regularise the judged ones (Rosset et al., SIGIR 2019): two copies of one document of " +
			"judged pairs, which `axiom` (`perturbed:NAME`) orders. The copy `ID~+WORD+WORD` has the words before the text of `ID`. " +
			"`weight` is lambda times the number of judged rows that hold the document: add weight * loss(positive, negative) over all rows. " +
			"What has no column `weight` cannot say so.\n")
	}
	if t := p.tokenizer; t != nil {
		fmt.Fprintf(&b, "\nWord pieces: `vocab.txt` (SHA-256 `%s`), lower case %v, accents stripped %v, at most %d ids a sequence and %d a query.\n",
			t.VocabSHA256, t.Options.Lowercase, t.Options.StripAccents, t.MaxLength, t.MaxQueryLength)
	}
	return b.String()
}

// sentence begins with a capital.
func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
