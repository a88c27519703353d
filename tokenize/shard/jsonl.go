package shard

// jsonlParts are the canonical rows of all tasks, one JSON object a line. Every row has every key; null stands for what a
// pair lacks.
func jsonlParts(p *plan) []part {
	return lines[row]{folder: "jsonl", extension: "jsonl", append: func(r row, line []byte) ([]byte, error) {
		var c canonical
		p.canonical(r, &c)
		return appendJSON(line, &c)
	}}.parts(p.all())
}
