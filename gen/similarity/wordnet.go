package similarity

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// WordNet is a dict folder of WordNet 3.x (wndb(5WN)): its index, data and exception files, held as text. Lines are parsed
// when they are asked for.
type WordNet struct {
	parts [4]part // in the order in which a word's first synset is looked for
}

// part is a part of speech.
type part struct {
	name       string // of its files
	letter     string
	rules      []rule              // of its morphology
	senses     map[string]string   // by lemma: the offsets of its synsets in data, most frequent sense first
	exceptions map[string][]string // by inflected form: base forms
	data       string
	path       string // of the data file
}

// rule replaces an ending.
type rule struct{ old, new string }

// parts returns the parts of speech with the rules of detachment of WordNet's morphology (morphy(7WN)).
func parts() [4]part {
	return [4]part{
		{name: "noun", letter: "n", rules: []rule{{"s", ""}, {"ses", "s"}, {"ves", "f"}, {"xes", "x"}, {"zes", "z"}, {"ches", "ch"},
			{"shes", "sh"}, {"men", "man"}, {"ies", "y"}}},
		{name: "verb", letter: "v", rules: []rule{{"s", ""}, {"ies", "y"}, {"es", "e"}, {"es", ""}, {"ed", "e"}, {"ed", ""}, {"ing", "e"},
			{"ing", ""}}},
		{name: "adj", letter: "a", rules: []rule{{"er", ""}, {"est", ""}, {"er", "e"}, {"est", "e"}}},
		{name: "adv", letter: "r"},
	}
}

const (
	noun     = 0 // index in WordNet.parts
	dictHint = "give the dict folder of WordNet 3.x, such as /usr/share/wordnet"
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

// read takes the three files of a part of speech.
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

// indexRow reads "lemma pos synsets pointers [pointer...] senses tagged offset [offset...]".
func indexRow(row string) (lemma, offsets string, ok bool) {
	row = strings.TrimRight(row, " \r\n")
	lemma, rest, _ := strings.Cut(row, " ")
	_, rest, _ = strings.Cut(rest, " ")
	count, rest, _ := strings.Cut(rest, " ")
	pointers, rest, _ := strings.Cut(rest, " ")
	synsets, err := strconv.Atoi(count)
	if err != nil || synsets < 1 {
		return "", "", false
	}
	skip, err := strconv.Atoi(pointers)
	if err != nil || skip < 0 {
		return "", "", false
	}
	for range skip + 2 {
		var cut bool
		if _, rest, cut = strings.Cut(rest, " "); !cut {
			return "", "", false
		}
	}
	n := 0
	for offset := range strings.SplitSeq(rest, " ") {
		if _, err := strconv.ParseUint(offset, 10, 31); err != nil {
			return "", "", false
		}
		n++
	}
	return lemma, rest, lemma != "" && n == synsets
}

// synset is where a synset stands.
type synset struct {
	part   int
	offset int
}

// longestWord is the length in bytes above which a word has no synset; the longest lemma of WordNet 3.0 has 71.
const longestWord = 256

// first returns the most frequent sense of a word: the first synset of its first base form, among nouns, verbs, adjectives and adverbs in
// this order (as NLTK's synsets(word)[0]).
func (w *WordNet) first(word string) (synset, bool) {
	word = strings.ToLower(word)
	if len(word) > longestWord {
		return synset{}, false
	}
	for i := range w.parts {
		if offsets, ok := w.parts[i].base(word); ok {
			first, _, _ := strings.Cut(offsets, " ")
			offset, _ := strconv.Atoi(first) // checked when it was read
			return synset{i, offset}, true
		}
	}
	return synset{}, false
}

// base returns the offsets of the first lemma that a word can be a form of: the word itself; else the base forms that the exceptions
// name; else, for a word that is no exception, those that a rule leads to.
func (p *part) base(word string) (offsets string, ok bool) {
	if offsets, ok = p.senses[word]; ok {
		return offsets, true
	}
	if forms, exception := p.exceptions[word]; exception {
		for _, form := range forms {
			if offsets, ok = p.senses[form]; ok {
				return offsets, true
			}
		}
		return "", false
	}
	for _, r := range p.rules {
		if stem, ends := strings.CutSuffix(word, r.old); ends {
			if offsets, ok = p.senses[stem+r.new]; ok {
				return offsets, true
			}
		}
	}
	return "", false
}

// meaning is a synset as a line of a data file describes it.
type meaning struct {
	name      string // as NLTK writes it: "lemma.letter.NN", NN the place of the synset among the lemma's
	hypernyms []synset
}

// read parses "offset file type words(hex) word id [word id...] pointers [symbol offset pos source/target...] ... | gloss".
func (w *WordNet) read(s synset) (meaning, error) {
	p := &w.parts[s.part]
	fail := func(format string, args ...any) (meaning, error) {
		return meaning{}, errs.BadInput(p.path, 0, dictHint, "the synset at %08d: %s", s.offset, fmt.Sprintf(format, args...))
	}
	if s.offset >= len(p.data) || s.offset > 0 && p.data[s.offset-1] != '\n' {
		return fail("no line begins there; the files are of different editions")
	}
	row, _, _ := strings.Cut(p.data[s.offset:], "\n")
	row, _, _ = strings.Cut(row, "|")
	fields := strings.Fields(row)
	if len(fields) < 4 || fields[0] != fmt.Sprintf("%08d", s.offset) {
		return fail("its line does not begin with its offset; the files are of different editions")
	}
	words, err := strconv.ParseUint(fields[3], 16, 16)
	pos := 4 + 2*int(words) // of the number of pointers
	if err != nil || words < 1 || pos >= len(fields) {
		return fail("its words are cut short")
	}
	pointers, err := strconv.ParseUint(fields[pos], 10, 16)
	if err != nil || pos+4*int(pointers) >= len(fields) {
		return fail("its pointers are cut short")
	}
	lemma, _, _ := strings.Cut(strings.ToLower(fields[4]), "(") // without the place of an adjective: "galore(ip)"
	place := 0
	for offset := range strings.SplitSeq(p.senses[lemma], " ") {
		place++
		if offset == fields[0] {
			m := meaning{name: fmt.Sprintf("%s.%s.%02d", lemma, fields[2], place)}
			for i := range int(pointers) {
				pointer := fields[pos+1+4*i:]
				if pointer[0] != "@" && pointer[0] != "@i" || pointer[3] != "0000" {
					continue // no hypernym, nor the class of an instance; or of one word of the synset only
				}
				offset, err := strconv.ParseUint(pointer[1], 10, 31)
				if err != nil {
					return fail("its hypernym is at %q", pointer[1])
				}
				part := w.partOf(pointer[2])
				if part < 0 {
					return fail("its hypernym is of the part of speech %q", pointer[2])
				}
				m.hypernyms = append(m.hypernyms, synset{part, int(offset)})
			}
			return m, nil
		}
	}
	return fail("its first word %q does not lead back to it; the files are of different editions", lemma)
}

func (w *WordNet) partOf(letter string) int {
	for i := range w.parts {
		if w.parts[i].letter == letter || letter == "s" && w.parts[i].letter == "a" {
			return i
		}
	}
	return -1
}
