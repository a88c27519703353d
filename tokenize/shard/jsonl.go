package shard

import (
	"bytes"
	"encoding/json"
)

// jsonlParts are the canonical rows, one JSON object a line. Every row has every key; null stands for what a pair lacks.
func jsonlParts(p *plan) []part {
	return p.lineParts("jsonl", "jsonl", func(r row, line []byte) ([]byte, error) {
		var c canonical
		p.canonical(r, &c)
		b := bytes.NewBuffer(line)
		enc := json.NewEncoder(b)
		enc.SetEscapeHTML(false)
		err := enc.Encode(&c)
		return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
	})
}
