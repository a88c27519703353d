// Command prose lists what makes Markdown pages hard to read: sentences of more than 25 words, idioms of our own, American spelling,
// abbreviations that no page explains, and terms that README uses before it explains them. It reads the tracked pages, or those that it
// is given, and ends with a status of 1 where it finds something.
package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// mostWords is the length of the longest sentence.
const mostWords = 25

// idioms are phrases that have to be translated into English first.
var idioms = regexp.MustCompile(`(?i)\b(of (itself|themselves)\b|told from\b|` +
	`but for\b|stands? for (both|a count)|its own doing|is missed first|` +
	`as it comes\b|such as without|that is so too|as far as bytes|taken for hostile|the sum's doing|nobody would|heard\b|behind one another|` +
	`one behind the other|likewise of|the linear term rules|do otherwise at first)`)

// american are spellings of which we use the British ones.
var american = regexp.MustCompile(`\b\w*(?:[bhlmrtv]avior|\bcolor|favor(?:ite)?|\bcenter(?:ed)?\b|\w{3,}yz(?:e|ed|ing|er)\b|` +
	`normaliz|optimiz|summariz|recogniz|initializ|organiz|regulariz|generaliz|labeled|modeled|labeling|modeling|\bcatalog\b|` +
	`neighbor|judgment)\w*`)

// abbreviation is a word of capital letters, with a small letter or digits or not.
var abbreviation = regexp.MustCompile(`\b(?:[a-z]?[A-Z][A-Z0-9]+|[A-Z]{2,})(?:s)?\b`)

// everydayAbbreviations are those of computers and of retrieval that our readers know.
var everydayAbbreviations = strings.Fields(`
ACL AM AND API ARG ARGS ARM ASCII AVG AVX BEIR BERT BM25 BOM BSON BY CACM CC CET CHANGELOG CI CIFF CIKM
CLASSES CODE COMMAND CONTRACT CONTRIBUTING COPY CPU CR CRLF CSV CUDA DATE DD DIR DL DOC DOCNO DOCUMENT DOI
ECIR EFFECT EMNLP EOF EPYC FAQ FFFD FILE FOLDER GB GC GELU GIDF GNU GPL GPT GPU GSL GiB HEAD HEADLINE HF HL
HOST HTML HTTP HTTPS ICML ICTIR ID IDF IDs II III INT96 IO IP IPC IR ISO IV JASA JSON JSONL KB KDD KEY
LEADPARA LF LICENSE LLM LP LZ4 LZO MAX MB MD MIN MIT ML MPS MS MiB NA NAACL NAME NAMEX NFC NFD NFKC NFKD NFS
NIST NLTK NOT NOTE NUL NeurIPS OK OR OS OUT PAGE PAIR PATH PC PDF PNG POSIX PR PROCESS PT Q0 QA QUERY RAM RANK
README REST RFC ROLE RUN SA SCORE SHA SIGABRT SIGCONT SIGINT SIGIR SIGKILL SIGPIPE SIGSTOP SIGTERM SIMILARITY
SPDX SPLIT SQL SSD SSE SUM SVG TAB TAG TASK TB TEXT TF TITLE TLS TODO TOIS TOPIC TPU TREC TSV TTL UK URL US
USA UTC UTF UUID VALUE VLDB WAND WORD WSDM WSL WWW XML YAML ZIP`)

// axiomNames are names of axioms, and of parts of their formulas, which the catalogue explains.
var axiomNames = regexp.MustCompile(`^(?:(?:TFC|STMC|PROX|LNC|LB)\d?|TDC|REG|ORIG|ORACLE|DIV|LEN|ASPECT|aSL|TARGER|L6)$`)

// explained finds abbreviations that a page explains: "mean average precision (MAP)", "MAP (mean ..", "**MAP.**", "| MAP | .. |".
var explained = regexp.MustCompile(`\(([a-z]?[A-Z][A-Za-z0-9]+)(?:[,;) ])|\b([a-z]?[A-Z][A-Z0-9]+) \(|\*\*([^*]+)\.?\*\*|` +
	"^\\| `?([A-Za-z0-9@_, ]+)`? \\|")

// terms are the words of the field and of ours that a newcomer cannot know.
var terms = []string{"agreement", "arm", "axiom", "axiomatic", "candidate", "delta_star", "dev", "DRMM", "Holm", "instance", "judged pair",
	"MAP", "nDCG", "pool", "ratio", "shard", "skew", "WordPiece"}

// finding is something at a line of a page.
type finding struct {
	line int
	text string
}

func main() {
	pages := os.Args[1:]
	if len(pages) == 0 {
		list, err := listTracked()
		if err != nil {
			fail(err)
		}
		pages = list
	}
	known := map[string]bool{}
	for _, name := range everydayAbbreviations {
		known[name] = true
	}
	for _, page := range []string{"internal/manual/topics/words.md", "internal/manual/topics/measures.md"} {
		if raw, err := os.ReadFile(page); err == nil {
			addExplained(string(raw), known)
		}
	}
	words, broken := 0, 0
	for _, page := range pages {
		raw, err := os.ReadFile(page)
		if err != nil {
			fail(err)
		}
		p := readPage(string(raw))
		words += p.words
		own := maps.Clone(known)
		addExplained(string(raw), own)
		found := slices.Concat(p.long, p.match(idioms, "not an idiom of English"), p.match(american, "American spelling"), p.findUnexplained(own))
		if page == "README.md" {
			found = append(found, p.early()...)
		}
		slices.SortStableFunc(found, func(a, b finding) int { return a.line - b.line })
		for _, f := range found {
			fmt.Printf("%s:%d: %s\n", page, f.line, f.text)
		}
		broken += len(found)
	}
	fmt.Printf("%d pages, %d words, %d findings\n", len(pages), words, broken)
	if broken > 0 {
		os.Exit(1)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "error:", err)
	os.Exit(1)
}

// listTracked returns the pages in git that people write: no test data, and not the history of versions.
func listTracked() (pages []string, err error) {
	out, err := exec.Command("git", "ls-files", "*.md").Output()
	if err != nil {
		return nil, err
	}
	for _, page := range strings.Fields(string(out)) {
		if page != "CHANGELOG.md" && !strings.Contains(filepath.ToSlash(page), "testdata/") {
			pages = append(pages, page)
		}
	}
	return pages, nil
}

// page is the prose of a Markdown file.
type page struct {
	words int
	long  []finding
	prose []finding // lines of text and of tables, without code
}

var (
	code      = regexp.MustCompile("`[^`]*`")
	link      = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	bullet    = regexp.MustCompile(`^\s*(?:[-*+]|\d+\.)\s+`)
	endOfText = regexp.MustCompile(`[.?!][)"'*_]*\s+(?:axiomine|[A-Z▲▼"'(*_0-9` + "`" + `]|$)|[.?!:][)"'*_]*$`)
	notEnd    = regexp.MustCompile(`\b(?:e\.g|i\.e|et al|cf|vs|No|p|pp|Fig|eq|approx| \.)\.[)"'*_]*\s*$`)
	hasLetter = regexp.MustCompile(`[\p{L}\p{N}]`)
)

// readPage finds the sentences of a page: of its paragraphs and list items, without code, tables and headings. What stands between the
// comments "prose: off" and "prose: on" is an example of how not to write.
func readPage(text string) *page {
	p := &page{}
	var block []string
	first, isCode, isIndented, isQuoted := 0, false, false, false
	flush := func() {
		p.addBlock(first, strings.Join(block, " "))
		block = nil
	}
	for i, line := range strings.Split(text, "\n") {
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "<!-- prose: ") {
			flush()
			isQuoted = strings.Contains(trimmed, "off")
		}
		if strings.HasPrefix(trimmed, "```") {
			flush()
			isCode = !isCode
			continue
		}
		isIndented = strings.HasPrefix(line, "    ") && len(block) == 0
		if isCode || isIndented || isQuoted {
			continue
		}
		plain := link.ReplaceAllString(code.ReplaceAllString(line, "X"), "$1")
		if trimmed != "" {
			p.prose = append(p.prose, finding{i + 1, plain})
		}
		switch {
		case trimmed == "", strings.HasPrefix(trimmed, "#"), strings.HasPrefix(trimmed, "|"), strings.HasPrefix(trimmed, "<"),
			strings.HasPrefix(trimmed, "!["), strings.HasPrefix(trimmed, "---"):
			flush()
			continue
		case bullet.MatchString(line):
			flush()
			plain = bullet.ReplaceAllString(plain, "")
		}
		if len(block) == 0 {
			first = i + 1
		}
		block = append(block, plain)
	}
	flush()
	return p
}

// addBlock counts the words of a block's sentences.
func (p *page) addBlock(line int, text string) {
	text = code.ReplaceAllString(text, "X") // that goes on over a line
	for text = strings.TrimSpace(text); text != ""; {
		end, from := len(text), 0
		for {
			loc := endOfText.FindStringIndex(text[from:])
			if loc == nil {
				break
			}
			stop := from + loc[0] + 1
			if !notEnd.MatchString(text[:stop]) {
				end = stop
				break
			}
			from = stop
		}
		sentence := text[:end]
		n := 0
		for _, word := range strings.Fields(sentence) {
			if hasLetter.MatchString(word) {
				n++
			}
		}
		p.words += n
		if n > mostWords {
			p.long = append(p.long, finding{line, fmt.Sprintf("%d words, and %d are allowed: %.900s", n, mostWords, sentence)})
		}
		text = strings.TrimLeft(text[end:], " )\"'*_")
	}
}

func (p *page) match(pattern *regexp.Regexp, reason string) (list []finding) {
	for _, line := range p.prose {
		for _, place := range pattern.FindAllStringIndex(line.text, -1) {
			if isHyphenated := strings.HasPrefix(line.text[place[1]:], "-") || strings.HasSuffix(line.text[:place[0]], "-"); isHyphenated {
				continue // a name, such as st-labeled-list
			}
			word := line.text[place[0]:place[1]]
			list = append(list, finding{line.line, fmt.Sprintf("%q: %s", word, reason)})
		}
	}
	return list
}

// findUnexplained lists abbreviations at their first use on a page that neither it nor the glossary explains.
func (p *page) findUnexplained(known map[string]bool) (list []finding) {
	seen := map[string]bool{}
	for _, line := range p.prose {
		for _, word := range abbreviation.FindAllString(line.text, -1) {
			if name := strings.TrimSuffix(word, "s"); !axiomNames.MatchString(name) && !known[name] && !known[word] && !seen[name] && len(name) > 1 {
				seen[name] = true
				list = append(list, finding{line.line, fmt.Sprintf("%s is explained neither here nor in internal/manual/topics/words.md", name)})
			}
		}
	}
	return list
}

// early lists the terms whose first use does not explain them. An explanation is a word in bold, one with brackets behind it or around
// it, or one with an apposition: "an axiom, a rule that ..".
func (p *page) early() (list []finding) {
	var text strings.Builder
	starts := []int{}
	for _, line := range p.prose {
		starts = append(starts, text.Len())
		text.WriteString(strings.TrimSpace(line.text) + " ")
	}
	for _, term := range terms {
		word := `\b` + term + `s?\b`
		use := regexp.MustCompile(word).FindStringIndex(text.String())
		if use == nil {
			continue
		}
		explanation := regexp.MustCompile(
			`\*\*` + word + `\*\*|` + word + ` \(|\(` + word + `[),;]|` + word + `[^ ]*( \w+)?, (?:the|a|an|which|that is) `)
		if place := explanation.FindStringIndex(text.String()); place == nil || place[0] > use[0] {
			line, _ := slices.BinarySearch(starts, use[0]+1)
			list = append(list, finding{p.prose[line-1].line, fmt.Sprintf("%q is used before it is explained", term)})
		}
	}
	return list
}

func addExplained(text string, known map[string]bool) {
	for _, line := range strings.Split(text, "\n") {
		for _, groups := range explained.FindAllStringSubmatch(line, -1) {
			for _, name := range strings.FieldsFunc(strings.Join(groups[1:], " "), func(r rune) bool { return r == ' ' || r == ',' || r == '.' }) {
				known[name] = true
			}
		}
	}
}
