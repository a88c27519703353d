package similarity

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// WordNet holds a dict folder of WordNet 3.x (wndb(5WN)): its index, data and exception files, as text. Lines are parsed when needed.
type WordNet struct {
	parts [4]part // parts of speech, in the order in which a word's first synset is searched
}

// part is a part of speech.
type part struct {
	name       string              // name of the part of speech in file names
	rules      []rule              // the rules of detachment, in the order of trial
	senses     map[string]string   // the offsets of each lemma's synsets in data, the most frequent sense first
	exceptions map[string][]string // the base forms of each inflected form
	data       string
	path       string // the path of the data file
}

// rule replaces the ending old by new.
type rule struct{ old, new string }

// parts returns the parts of speech without their files, with the rules of detachment of WordNet's morphology (morphy(7WN)).
func parts() [4]part {
	return [4]part{
		{name: "noun", rules: []rule{{"s", ""}, {"ses", "s"}, {"ves", "f"}, {"xes", "x"}, {"zes", "z"}, {"ches", "ch"},
			{"shes", "sh"}, {"men", "man"}, {"ies", "y"}}},
		{name: "verb", rules: []rule{{"s", ""}, {"ies", "y"}, {"es", "e"}, {"es", ""}, {"ed", "e"}, {"ed", ""}, {"ing", "e"},
			{"ing", ""}}},
		{name: "adj", rules: []rule{{"er", ""}, {"est", ""}, {"er", "e"}, {"est", "e"}}},
		{name: "adv"},
	}
}

const (
	noun        = 0      // the index of nouns in WordNet.parts
	partLetters = "nvar" // the letter of each of the parts
	dictHint    = "give the dict folder of WordNet 3.x, such as /usr/share/wordnet"
)

// WordNetFiles returns the files of a dict folder that OpenWordNet reads.
func WordNetFiles(dir string) (paths []string) {
	for _, p := range parts() {
		paths = append(paths, filepath.Join(dir, "index."+p.name), filepath.Join(dir, "data."+p.name), filepath.Join(dir, p.name+".exc"))
	}
	return paths
}

// OpenWordNet reads a dict folder.
func OpenWordNet(dir string) (*WordNet, error) {
	w := &WordNet{parts: parts()}
	for i := range w.parts {
		p := &w.parts[i]
		var text [3]string
		var paths [3]string
		copy(paths[:], WordNetFiles(dir)[3*i:])
		for j, path := range paths {
			raw, err := safefile.ReadFile(path, safefile.Whole)
			if errors.Is(err, fs.ErrNotExist) {
				return nil, errs.BadInput(path, 0, dictHint, "there is no such file")
			}
			if err != nil {
				return nil, err
			}
			text[j] = string(raw)
		}
		if err := p.read(paths, text[0], text[1], text[2]); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// read reads the three files of a part of speech.
func (p *part) read(paths [3]string, index, data, exceptions string) error {
	p.senses, p.exceptions = make(map[string]string, strings.Count(index, "\n")), map[string][]string{}
	p.data, p.path = data, paths[1]
	line := 0
	for row := range strings.Lines(index) {
		line++
		if strings.HasPrefix(row, " ") { // the licence
			continue
		}
		lemma, offsets, ok := indexRow(row)
		if !ok {
			return errs.BadInput(paths[0], line, dictHint, "this is no line of a WordNet index: lemma, part of speech, counts, pointers, offsets")
		}
		p.senses[lemma] = offsets
	}
	line = 0
	for row := range strings.Lines(exceptions) {
		line++
		words := strings.Fields(row)
		if len(words) < 2 {
			return errs.BadInput(paths[2], line, dictHint, "an exception is an inflected form and its base forms")
		}
		p.exceptions[words[0]] = words[1:]
	}
	return nil
}

// indexRow parses "lemma pos synsets pointers [pointer...] senses tagged offset [offset...]".
func indexRow(row string) (lemma, offsets string, ok bool) {
	fields := strings.Fields(row)
	if len(fields) < 4 {
		return "", "", false
	}
	synsets, err := strconv.Atoi(fields[2])
	first := len(fields) - synsets
	if err != nil || synsets < 1 || first < 6 || fields[3] != strconv.Itoa(first-6) {
		return "", "", false
	}
	isBad := func(offset string) bool { _, err := strconv.ParseUint(offset, 10, 31); return err != nil }
	return fields[0], strings.Join(fields[first:], " "), !slices.ContainsFunc(fields[first:], isBad)
}

// synset identifies a synset.
type synset struct {
	part   int // an index of WordNet.parts
	offset int // the place in the data file of the part
}

// longestWord is the maximum length in bytes of a word that is looked up. The longest lemma of WordNet 3.0 has 71 bytes.
const longestWord = 256

// firstSense returns the most frequent sense of a word, like NLTK's synsets(word)[0]: the first synset of the lemma that findLemma returns.
// Nouns are searched first, then verbs, adjectives and adverbs.
func (w *WordNet) firstSense(word string) (synset, bool) {
	word = strings.ToLower(word)
	if len(word) > longestWord {
		return synset{}, false
	}
	for i := range w.parts {
		if offsets, ok := w.parts[i].findLemma(word); ok {
			first, _, _ := strings.Cut(offsets, " ")
			offset, _ := strconv.Atoi(first) // indexRow has checked the number
			return synset{i, offset}, true
		}
	}
	return synset{}, false
}

// findLemma returns the offsets of the first lemma of which a word can be a form. It tries the word itself, then the base forms of the word
// in the exceptions. For a word that is no exception it tries the base forms by the rules.
func (p *part) findLemma(word string) (offsets string, ok bool) {
	if offsets, ok = p.senses[word]; ok {
		return offsets, true
	}
	if forms, isException := p.exceptions[word]; isException {
		for _, form := range forms {
			if offsets, ok = p.senses[form]; ok {
				return offsets, true
			}
		}
		return "", false
	}
	for _, r := range p.rules {
		if stem, ok := strings.CutSuffix(word, r.old); ok {
			if offsets, ok = p.senses[stem+r.new]; ok {
				return offsets, true
			}
		}
	}
	return "", false
}

// readSynset returns the direct hypernyms of a synset, and its name in NLTK: "lemma.letter.NN" for synset number NN of the lemma. A line is
// "offset file type words(hex) word id [word id...] pointers [symbol offset pos source/target...] ... | gloss".
func (w *WordNet) readSynset(s synset) (name string, hypernyms []synset, err error) {
	p := &w.parts[s.part]
	fail := func(format string, args ...any) (string, []synset, error) {
		return "", nil, errs.BadInput(p.path, 0, dictHint, "the synset at %08d: %s", s.offset, fmt.Sprintf(format, args...))
	}
	row, _, _ := strings.Cut(p.data[min(s.offset, len(p.data)):], "\n")
	row, _, _ = strings.Cut(row, "|")
	fields := strings.Fields(row)
	if len(fields) < 5 || fields[0] != fmt.Sprintf("%08d", s.offset) {
		return fail("no line begins there with its offset; the files are of different editions")
	}
	number := func(i, base int) int { // returns the number in field i, or len(fields), which is too many, for another text
		n, err := strconv.ParseUint(fields[min(i, len(fields)-1)], base, 16)
		if err != nil {
			return len(fields)
		}
		return int(n)
	}
	words := number(3, 16)
	pos := 4 + 2*words // the field with the number of pointers
	if words < 1 || pos+4*number(pos, 10) >= len(fields) {
		return fail("its words or its pointers are cut short")
	}
	lemma, _, _ := strings.Cut(strings.ToLower(fields[4]), "(") // an adjective may have a marker: "galore(ip)"
	place := slices.Index(strings.Split(p.senses[lemma], " "), fields[0])
	if place < 0 {
		return fail("its first word %q does not lead back to it; the files are of different editions", lemma)
	}
	for pointer := range slices.Chunk(fields[pos+1:pos+1+4*number(pos, 10)], 4) {
		if pointer[0] != "@" && pointer[0] != "@i" || pointer[3] != "0000" {
			continue // neither a hypernym nor an instance's class, or a pointer of a single word of the synset
		}
		offset, err := strconv.ParseUint(pointer[1], 10, 31)
		part := strings.Index(partLetters, strings.Replace(pointer[2], "s", "a", 1))
		if err != nil || part < 0 || len(pointer[2]) != 1 {
			return fail("its hypernym is at %q, of the part of speech %q", pointer[1], pointer[2])
		}
		hypernyms = append(hypernyms, synset{part, int(offset)})
	}
	return fmt.Sprintf("%s.%s.%02d", lemma, fields[2], place+1), hypernyms, nil
}

// taxonomy holds synsets and all synsets above them.
type taxonomy struct {
	wordnet *WordNet
	ids     map[synset]int32
	nodes   []node
}

// node is a synset with its direct hypernyms, as nodes.
type node struct {
	name     string
	parents  []int32
	shortest int32 // number of steps of the shortest path to a synset without hypernyms
	longest  int32 // number of steps of the longest such path
}

// rootName is the name of the simulated root in NLTK. Names decide between equally deep synsets.
const rootName = "*ROOT*"

// inProgress is the id of a synset whose hypernyms are being added.
const inProgress = -1

// add adds a synset and all synsets above it, and returns its node.
func (t *taxonomy) add(s synset) (int32, error) {
	if id, ok := t.ids[s]; ok {
		if id == inProgress {
			return 0, errs.BadInput(t.wordnet.parts[s.part].path, 0, dictHint, "the hypernyms of the synset at %08d lead back to it", s.offset)
		}
		return id, nil
	}
	name, hypernyms, err := t.wordnet.readSynset(s)
	if err != nil {
		return 0, err
	}
	t.ids[s] = inProgress
	n := node{name: name}
	for i, hypernym := range hypernyms {
		parent, err := t.add(hypernym)
		if err != nil {
			return 0, err
		}
		n.parents = append(n.parents, parent)
		up := &t.nodes[parent]
		if i == 0 || up.shortest+1 < n.shortest {
			n.shortest = up.shortest + 1
		}
		n.longest = max(n.longest, up.longest+1)
	}
	id := int32(len(t.nodes))
	t.nodes = append(t.nodes, n)
	t.ids[s] = id
	return id, nil
}

// sort sorts the nodes by descending length of the shortest path, then by name, and returns the new number of each node. The first common
// hypernym of two synsets is then the lowest.
func (t *taxonomy) sort() []int32 {
	order, places := make([]int32, len(t.nodes)), make([]int32, len(t.nodes))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		x, y := &t.nodes[a], &t.nodes[b]
		return cmp.Or(cmp.Compare(y.shortest, x.shortest), cmp.Compare(x.name, y.name))
	})
	sorted := make([]node, len(order))
	for place, n := range order {
		places[n], sorted[place] = int32(place), t.nodes[n]
	}
	for _, n := range sorted {
		for i, parent := range n.parents {
			n.parents[i] = places[parent]
		}
	}
	t.nodes = sorted
	return places
}

// listHypernyms returns the synset n, all its hypernyms and the simulated root, sorted by number, with their distances from n. A shortest
// path may go through a synset that is above both.
func (t *taxonomy) listHypernyms(n, root int32) []ancestor {
	stepsUp, all := t.pathsUp(n)
	list := make([]ancestor, 0, len(all)+1)
	farthest := int32(0)
	for _, a := range all {
		steps := stepsUp[a]
		farthest = max(farthest, steps)
		stepsFromA, aboveA := t.pathsUp(a)
		for _, b := range aboveA {
			steps = min(steps, stepsUp[b]+stepsFromA[b])
		}
		list = append(list, ancestor{a, steps})
	}
	list = append(list, ancestor{root, farthest + 1})
	slices.SortFunc(list, func(a, b ancestor) int { return cmp.Compare(a.node, b.node) })
	return list
}

// pathsUp returns n and all nodes above n, sorted by the number of steps of the shortest path upwards from n, and these numbers.
func (t *taxonomy) pathsUp(n int32) (steps map[int32]int32, nodes []int32) {
	steps = map[int32]int32{n: 0}
	nodes = []int32{n}
	for i := 0; i < len(nodes); i++ {
		for _, parent := range t.nodes[nodes[i]].parents {
			if _, isVisited := steps[parent]; !isVisited {
				steps[parent] = steps[nodes[i]] + 1
				nodes = append(nodes, parent)
			}
		}
	}
	return steps, nodes
}

// Concepts is WordNet as a similarity source: the first synsets of a lexicon's terms, with the data that Wu-Palmer needs. Several
// goroutines may use it. A synset takes 8 bytes for each hypernym, direct or not.
type Concepts struct {
	terms     int          // number of terms with a synset
	row       []int32      // the row of each term; -1 for a term without a synset
	hypernyms [][]ancestor // for each row, listHypernyms of the synset
	synsets   []int32      // for each row, the synset's node
	isNoun    []bool       // for each row, whether the synset is a noun
	nodes     []node
	root      int32 // the node of the simulated root
}

var _ axioms.Similarity = (*Concepts)(nil)

// ancestor is a synset above another synset, or the synset itself, with the number of steps of the shortest path between the two.
type ancestor struct{ node, steps int32 }

// Bind returns the first synsets of the lexicon's terms: the first sense of the term's lookupWord.
func (w *WordNet) Bind(lexicon Lexicon, mode Mode) (*Concepts, error) {
	c := &Concepts{row: make([]int32, lexicon.NumTerms())}
	t := &taxonomy{wordnet: w, ids: map[synset]int32{}, nodes: []node{{name: rootName}}}
	rows := map[int32]int32{}
	for id := range c.row {
		c.row[id] = -1
		s, ok := w.firstSense(lookupWord(lexicon, uint32(id), mode))
		if !ok {
			continue
		}
		n, err := t.add(s)
		if err != nil {
			return nil, err
		}
		row, ok := rows[n]
		if !ok {
			row = int32(len(rows))
			rows[n] = row
			c.synsets = append(c.synsets, n)
			c.isNoun = append(c.isNoun, s.part == noun)
		}
		c.row[id] = row
		c.terms++
	}
	places := t.sort()
	c.nodes, c.root = t.nodes, places[0]
	for i, n := range c.synsets {
		c.synsets[i] = places[n]
		c.hypernyms = append(c.hypernyms, t.listHypernyms(places[n], c.root))
	}
	return c, nil
}

// lookupWord returns the word for a term: its most frequent form, at a tie the first by bytes; in mode Stems the term.
func lookupWord(lexicon Lexicon, term uint32, mode Mode) string {
	if mode == Stems {
		return lexicon.Term(term)
	}
	word, most := "", int64(-1)
	for _, form := range lexicon.Forms(term) {
		if form.Count > most || form.Count == most && form.Surface < word {
			word, most = form.Surface, form.Count
		}
	}
	return word
}

// Len returns the number of terms that have a synset.
func (c *Concepts) Len() int { return c.terms }

// Sim returns the similarity of Wu and Palmer ("Verb semantics and lexical selection", ACL 1994) as NLTK computes it:
//
//	2 d / (2 d + steps(a, s) + steps(b, s))
//
// s is the lowest common hypernym of the two synsets: the one whose shortest path to a synset without hypernyms is longest. At a
// tie it is the synset of a, or the first by name. d is the number of synsets on the longest such path of s, including s.
// Unless both are nouns, a simulated root is above all synsets, one step above the farthest hypernym. The similarity is 0 if a
// term has no synset, or there is no common hypernym.
func (c *Concepts) Sim(a, b uint32) (sim float64, ok bool) {
	i, j := rowOf(c.row, a), rowOf(c.row, b)
	if i < 0 || j < 0 {
		return 0, true
	}
	x, y := c.hypernyms[i], c.hypernyms[j]
	for len(x) > 0 && len(y) > 0 {
		switch {
		case x[0].node < y[0].node:
			x = x[1:]
		case x[0].node > y[0].node:
			y = y[1:]
		case x[0].node == c.root && c.isNoun[i] && c.isNoun[j]:
			x, y = x[1:], y[1:]
		default:
			lowest, steps := x[0].node, x[0].steps+y[0].steps
			if node := c.synsets[i]; node != lowest && c.nodes[node].shortest == c.nodes[lowest].shortest {
				for _, other := range y {
					if other.node == node {
						lowest, steps = node, other.steps
					}
				}
			}
			depth := float64(c.nodes[lowest].longest + 1)
			return 2 * depth / (2*depth + float64(steps)), true
		}
	}
	return 0, true
}
