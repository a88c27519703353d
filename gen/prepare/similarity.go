package prepare

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// The similarity sources that gen.similarity names.
const (
	FromVectors = "vectors"
	FromWordNet = "wordnet" // wordnet or wordnet:DIR; the default folder is that of Debian's package
	fromTable   = "table"   // table:FILE
)

// SimilaritySource parses gen.similarity and returns the kind of source, and its folder or file.
func SimilaritySource(g *configs.Gen) (kind, path string, err error) {
	kind, path, hasPath := strings.Cut(g.Similarity, ":")
	switch {
	case kind == FromWordNet && !hasPath:
		path = "/usr/share/wordnet"
	case kind == FromVectors && !hasPath, kind == FromWordNet && path != "", kind == fromTable && path != "":
	default:
		return "", "", errs.BadUsage(errs.Suggestion(kind, FromVectors, FromWordNet, fromTable)+
			"use vectors, wordnet, wordnet:DIR or table:FILE", "gen.similarity: %q", g.Similarity)
	}
	return kind, path, nil
}

// SimilarityFiles returns the files of a source that SimilaritySource returned; none for the word vectors.
func SimilarityFiles(kind, path string) []string {
	switch kind {
	case FromWordNet:
		return similarity.WordNetFiles(path)
	case fromTable:
		return []string{path}
	}
	return nil
}

// AsksSimilarity reports whether an axiom of the list needs similarities of terms, or an output format that has every axiom as a feature.
func AsksSimilarity(c *configs.Config, list []axioms.Axiom) bool {
	return shard.WantsLists(configs.List(c.Tokenize.OutputFormat)...) ||
		slices.ContainsFunc(list, func(a axioms.Axiom) bool { return a.Spec().Needs.Similarity })
}

// BindSimilarity binds the source that gen.similarity names to the terms of a lexicon. It returns the source (nil if it is the word
// vectors), a line on what the source covers, and counts of what was left out.
func BindSimilarity(ctx context.Context, g *configs.Gen, lexicon similarity.Lexicon) (axioms.Similarity, string, map[string]int, error) {
	kind, path, err := SimilaritySource(g)
	if err != nil {
		return nil, "", nil, err
	}
	mode := similarity.Mode(g.VectorsMode)
	switch kind {
	case FromWordNet:
		wordnet, err := similarity.OpenWordNet(path)
		if err != nil {
			return nil, "", nil, err
		}
		concepts, err := wordnet.Bind(lexicon, mode)
		if err != nil {
			return nil, "", nil, err
		}
		return concepts, fmt.Sprintf("WordNet knows %s of %s", terminal.Group(concepts.Len()),
			terminal.Plural(lexicon.NumTerms(), "term", "terms")), nil, nil
	case fromTable:
		words, err := similarity.ReadPairs(ctx, path)
		if err != nil {
			return nil, "", nil, err
		}
		pairs, rep := words.Bind(lexicon, mode)
		return pairs, fmt.Sprintf("the table has %s for %s of terms", terminal.Plural(rep.Rows, "row", "rows"), terminal.Plural(rep.Pairs,
				"pair", "pairs")),
			map[string]int{
				"similarity rows with a word that the collection lacks":                   rep.Unknown,
				"similarity rows of two forms of one term":                                rep.OneTerm,
				"similarity rows for a pair of terms with a higher one (that one counts)": rep.Repeated,
			}, nil
	}
	return nil, "", nil, nil
}

// termSimilarity returns the similarities of the index's terms from WordNet or a table. It returns nil if their source is the word vectors,
// or if nothing needs similarities.
func termSimilarity(ctx context.Context, r *stage.Run, x index.Reader, list []axioms.Axiom) (axioms.Similarity, error) {
	g := &r.Config.Gen
	kind, path, err := SimilaritySource(g)
	if err != nil || kind == FromVectors {
		return nil, err
	}
	mixture, err := quota.ParseMixture(g)
	if err != nil {
		return nil, err
	}
	if !AsksSimilarity(r.Config, slices.Concat(list, mixture.NamedAxioms())) {
		r.Progress.Say("similarity: %s is not read, since no axiom asks how similar terms are", g.Similarity)
		return nil, nil
	}
	var inputs []stage.Input
	for _, file := range SimilarityFiles(kind, path) {
		in, err := stage.InputOf("similarity", file, kind)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, in)
	}
	source, note, left, err := BindSimilarity(ctx, g, x.Lexicon())
	if err != nil {
		return nil, err
	}
	r.Progress.Say("similarity: %s", note)
	for _, reason := range slices.Sorted(maps.Keys(left)) {
		r.Warn(reason, left[reason])
	}
	r.Read(inputs...)
	r.Note(stage.Similarity, inputs)
	return source, nil
}
