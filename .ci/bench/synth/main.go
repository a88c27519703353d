// Command synth makes a collection with the statistics of MS MARCO's passages, of any size, to measure on: collection.tsv, queries.tsv
// and qrels.tsv. The same arguments give the same bytes.
//
//	go run ./.ci/bench/synth --docs 100000 --queries 2000 -o OUT
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func main() {
	docs := flag.Int("docs", 100_000, "passages, from 1 to 2147483648")
	queries := flag.Int("queries", 2000, "queries")
	vocabulary := flag.Int("words", 500_000, "words of the vocabulary, from 1000 to 67108864")
	phrases := flag.Float64("phrases", 0, "share of queries that are two or three consecutive words of their passage, from 0 to 1")
	seed := flag.Uint64("seed", 42, "the same seed gives the same bytes")
	out := flag.String("o", "", "folder to write to")
	flag.Parse()
	if *docs < 1 || *docs > 1<<31 || *queries < 0 || *vocabulary < 1000 || *vocabulary > 1<<26 || !(*phrases >= 0 && *phrases <= 1) ||
		*out == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	c := newCollection(*docs, *vocabulary, *seed)
	c.phrases = *phrases
	if err := writeFolder(c, *out, *queries); err != nil {
		fmt.Fprintln(os.Stderr, "synth:", err)
		os.Exit(1)
	}
}

// writeFolder writes a collection and its queries.
func writeFolder(c *collection, folder string, queries int) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	qrels, err := os.Create(filepath.Join(folder, "qrels.tsv"))
	if err != nil {
		return err
	}
	defer qrels.Close()
	write := func(w io.Writer) error { return c.writeQueries(w, qrels, queries) }
	if err := writeFile(filepath.Join(folder, "queries.tsv"), write); err != nil {
		return err
	}
	if err := qrels.Close(); err != nil {
		return err
	}
	return writeFile(filepath.Join(folder, "collection.tsv"), c.writeDocs)
}

func writeFile(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := write(f); err != nil {
		return err
	}
	return f.Close()
}
