package audit

import (
	"fmt"
	"strings"
)

// checkExample is a small set with the rows that a check flags. A check of a whole set finds something in rows and nothing in clean.
type checkExample struct {
	rows    string // JSON lines
	clean   string // JSON lines in which the check finds nothing
	flagged []int  // rows of rows, from 0
	test    string // a test set, JSON lines
}

// examples are those of all checks, by code.
var examples = map[string]checkExample{
	"boilerplate": {rows: beginRows(25, 40), clean: beginRows(5, 40),
		flagged: numbersTo(25)},
	"contained-text": {
		rows: `{"query": "a b", "positive": "the red fox lives in the big wood", "negative": "hens live in the yard"}
{"query": "c d", "positive": "They say: the red fox lives in the big wood! It does.", "negative": "e f"}
{"query": "g h", "positive": "who knows", "negative": "The red fox lives in the big wood."}`,
		flagged: []int{0, 2},
		clean: `{"query": "a b", "positive": "the red fox lives in the big wood", "negative": "hens live in the yard"}
{"query": "c d", "positive": "They say the red fox lives in the wood. It does.", "negative": "hens live in the yard of them"}
{"query": "e f", "positive": "The red fox lives, in the big wood", "negative": "g h"}`,
	},
	"contradiction": {
		rows: `{"query": "a b", "positive": "c d", "negative": "e f"}
{"query": "a b", "positive": "e f", "negative": "c d"}
{"query": "x y", "positive": "e f", "negative": "c d"}`,
		flagged: []int{0, 1},
		clean: `{"query": "a b", "positive": "c d", "negative": "e f"}
{"query": "a b", "positive": "e f", "negative": "g h"}`,
	},
	"cut-text": {
		rows:    cutRows(12, 20),
		flagged: numbersTo(12),
		clean:   cutRows(3, 20),
	},
	"cycle": {
		rows: `{"query": "a b", "positive": "c d", "negative": "e f"}
{"query": "a b", "positive": "e f", "negative": "g h"}
{"query": "a b", "positive": "g h", "negative": "c d"}
{"query": "a b", "positive": "g h", "negative": "i j"}`,
		flagged: []int{0, 1, 2},
		clean: `{"query": "a b", "positive": "c d", "negative": "e f"}
{"query": "a b", "positive": "e f", "negative": "g h"}
{"query": "a b", "positive": "c d", "negative": "g h"}`,
	},
	"empty-text": {
		rows: `{"query": "a b", "positive": "c d", "negative": "e f"}
{"query": "a b", "positive": "", "negative": "e f"}
{"query": " ", "positive": "c d", "negative": "e f"}
{"query": "a b", "positive": "c d", "negative": ""}
{"query": "a b", "positive": [], "negative": "c d"}`,
		flagged: []int{1, 2, 3, 4},
		clean:   `{"query": "a b", "pos": ["c d"], "neg": ["e f"]}`,
	},
	"exchanged-row": {
		rows: `{"text1": "a b", "text2": "c d", "label": 1}
{"text1": "e f", "text2": "g h", "label": 0}
{"text1": "C d", "text2": "a b", "label": 1}`,
		flagged: []int{2},
		clean: `{"text1": "a b", "text2": "c d", "label": 1}
{"text1": "c d", "text2": "e f", "label": 0}`,
	},
	"false-negative": {rows: suspectRows(7), flagged: []int{7}, clean: suspectRows(-1)},
	"negatives-alike": {
		rows: shortcutRows(func(i int) (string, string) {
			return strings.Repeat(fmt.Sprintf("q%d here ", i), 1+i%9), strings.Repeat(fmt.Sprintf("q%d there ", i), 1+i%9)
		}),
		clean: shortcutRows(func(i int) (string, string) {
			return strings.Repeat(fmt.Sprintf("q%d here ", i), 1+i%9), "something there"
		}),
	},
	"false-positive": {
		rows: positiveRows(7), flagged: []int{7}, clean: positiveRows(-1),
	},
	"garbled-text": {
		rows: `{"query": "a b", "positive": "caf\u00e9", "negative": "e f"}
{"query": "a b", "positive": "caf\u00c3\u00a9", "negative": "e f"}
{"query": "a b", "positive": "c d", "negative": "it\u00e2\u20ac\u2122s"}
{"query": "a b\ufffd", "positive": "c d", "negative": "e f"}`,
		flagged: []int{1, 2, 3},
		clean:   `{"query": "a b", "positive": "caf\u00e9", "negative": "\u00bfqu\u00e9?"}`,
	},
	"in-batch":      {rows: skewRows(60), clean: skewRows(0)},
	"label-balance": {rows: pairRows(200, func(i int) bool { return i%40 == 0 }), clean: pairRows(200, isOdd)},
	"label-error": {
		rows:    pairRows(200, func(i int) bool { return i%2 == 1 != (i%33 == 3 && i < 150) }),
		flagged: []int{3, 36, 69, 102, 135},
		clean:   pairRows(200, isOdd),
	},
	"markup": {
		rows: `{"query": "a b", "positive": "x < y and y > z & so on; c d", "negative": "e f"}
{"query": "a b", "positive": "<p>c d</p>", "negative": "e f"}
{"query": "a b", "positive": "c d", "negative": "e&nbsp;f"}`,
		flagged: []int{1, 2},
		clean:   `{"query": "a b", "positive": "c <d", "negative": "R&D e f"}`,
	},
	"mixed-languages": {
		rows: `{"query": "what is a fox", "positive": "This is what it is: a fox", "negative": "e f"}
{"query": "what is a fox and where is it", "positive": "e f", "negative": "Und das ist nicht, was ein Fuchs ist"}
{"query": "what is a fox and where is it", "positive": "e f", "negative": "\u0440\u044b\u0436\u0430\u044f \u043b\u0438\u0441\u0430"}`,
		flagged: []int{1, 2},
		clean:   `{"query": "red fox", "positive": "a red fox \u043b\u0438\u0441\u0430 runs", "negative": "1 2"}`,
	},
	"near-positive": {
		rows: `{"query": "a b", "positive": "the cat sat on the mat", "negative": "dogs bark at night in the yard"}
{"query": "a b", "positive": "the cat sat on the mat", "negative": "The cat sat on a mat."}
{"query": "a b", "positive": "the cat sat on the mat", "negative": "He wrote that the cat sat on the mat, and it rained that day."}`,
		flagged: []int{1, 2},
		clean:   `{"query": "a b", "positive": "the cat sat on the mat", "negative": "the dog lay on the rug"}`,
	},
	"near-row": {
		rows: `{"query": "where does the red fox live", "positive": "the red fox lives in the wood", "negative": "e f"}
{"query": "Where does the red fox live?", "positive": "the red fox lives in the wood.", "negative": "e f"}
{"query": "where does the red fox live", "positive": "the red fox lives in the big wood", "negative": "e f"}
{"query": "where does the red fox live", "positive": "hens live in the yard of the house", "negative": "e f"}`,
		flagged: []int{1, 2},
		clean: `{"query": "where does the red fox live", "positive": "the red fox lives in the wood", "negative": "e f"}
{"query": "where does the red fox live", "positive": "the red fox lives in the wood", "negative": "e f"}
{"query": "where does the red hen sleep", "positive": "the red fox lives in the wood", "negative": "e f"}`,
	},
	"negative-elsewhere": {
		rows: `{"query": "a b", "positive": "c d", "negative": "e f"}
{"query": "a b", "positive": "e f", "negative": "g h"}`,
		flagged: []int{0},
		clean: `{"query": "a b", "positive": "c d", "negative": "e f"}
{"query": "x y", "positive": "e f", "negative": "g h"}`,
	},
	"one-label": {
		rows: eachLine(pairRows(80, isOdd), func(i int, line string) string {
			if i < 40 {
				return line
			}
			return fmt.Sprintf("{\"text1\": \"who asks %d\", \"text2\": \"the usual answer\", \"label\": 0}\n", i)
		}),
		flagged: []int{40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69,
			70, 71, 72, 73, 74, 75, 76, 77, 78, 79},
		clean: pairRows(80, isOdd),
	},
	"pair-contradiction": {
		rows: `{"text1": "a b", "text2": "c d", "label": 1}
{"text1": "c d", "text2": "a b", "label": 0}
{"text1": "e f", "text2": "c d", "label": 0}`,
		flagged: []int{0, 1},
		clean: `{"text1": "a b", "text2": "c d", "label": 1}
{"text1": "c d", "text2": "a b", "label": 1}
{"text1": "e f", "text2": "c d", "label": 0}`,
	},
	"cut-pieces": {
		rows:  `{"query": "a b", "positive": "` + manyWords(300) + `", "negative": "e f"}`,
		clean: `{"query": "a b", "positive": "` + manyWords(200) + `", "negative": "e f"}`,
	},
	"positive-is-negative": {
		rows: `{"query": "a b", "positive": "c d", "negative": "e f"}
{"query": "a b", "positive": "c d", "negative": "C  d"}`,
		flagged: []int{1},
		clean:   `{"query": "a b", "positive": "c d", "negative": "c d e"}`,
	},
	"query-is-document": {
		rows: `{"query": "a b", "positive": "c d", "negative": "e f"}
{"query": "a b", "positive": "A b", "negative": "e f"}`,
		flagged: []int{1},
		clean:   `{"query": "a b", "positive": "a b c", "negative": "e f"}`,
	},
	"query-skew": {rows: skewRows(200), clean: skewRows(2)},
	"repeated-negative": {
		rows: `{"query": "a b", "pos": ["c d"], "neg": ["e f", "g h"]}
{"query": "a b", "pos": ["c d"], "neg": ["e f", "E F", "g h"]}`,
		flagged: []int{1},
		clean:   `{"query": "a b", "pos": ["c d", "c d"], "neg": ["e f", "g h"]}`,
	},
	"repeated-row": {
		rows: `{"query": "a b", "positive": "c d", "negative": "e f"}
{"query": "a b", "positive": "c d", "negative": "g h"}
{"query": "a b", "positive": "c d", "negative": "e f"}`,
		flagged: []int{2},
		clean: `{"query": "a b", "positive": "c d", "negative": "e f"}
{"query": "a b", "positive": "c d", "negative": "g h"}`,
	},
	"shortcut-length":   {rows: shortcutRows(func(i int) (string, string) { return strings.Repeat("long ", 9), "short" }), clean: evenRows},
	"shortcut-marks":    {rows: shortcutRows(func(i int) (string, string) { return "it is so.", "it is so" }), clean: evenRows},
	"shortcut-position": {rows: listRows(false), clean: listRows(true)},
	"shortcut-document": {rows: shortcutRows(func(i int) (string, string) { return "good text", "other text" }), clean: evenRows},
	"shortcut-query": {rows: eachLine(pairRows(200, isOdd), func(i int, line string) string {
		return strings.Replace(line, "w", []string{"good w", "other w"}[i%2], 1)
	}), clean: pairRows(200, isOdd)},
	"shortcut-overlap":  {rows: shortcutRows(func(i int) (string, string) { return fmt.Sprintf("of q%d", i), "of others" }), clean: evenRows},
	"shortcut-bm25":     {rows: shortcutRows(func(i int) (string, string) { return fmt.Sprintf("of q%d", i), "of others" }), clean: evenRows},
	"shortcut-together": {rows: shortcutRows(func(i int) (string, string) { return fmt.Sprintf("of q%d", i), "of others" }), clean: evenRows},
	"too-easy":          {rows: shortcutRows(func(i int) (string, string) { return fmt.Sprintf("of q%d", i), "of others" }), clean: evenRows},
	"shared-positive":   {rows: refusals(25, 60), flagged: numbersTo(25), clean: refusals(15, 60)},
	"template":          {rows: templateRows(30, 60), flagged: numbersTo(30), clean: templateRows(15, 60)},
	"split-query-near": {
		rows: `{"split": "train", "query": "where does the red fox live", "positive": "a", "negative": "b"}
{"split": "train", "query": "where does the red hen sleep", "positive": "c", "negative": "d"}
{"split": "test", "query": "Where does the red fox live now?", "positive": "e", "negative": "f"}
{"split": "dev", "query": "where does the red fox live now?", "positive": "g", "negative": "h"}`,
		flagged: []int{0},
		clean: `{"split": "train", "query": "where does the red fox live", "positive": "a", "negative": "b"}
{"split": "train", "query": "where does the red fox live now", "positive": "c", "negative": "d"}
{"split": "test", "query": "where does the red fox sleep", "positive": "e", "negative": "f"}`,
	},
	"split-leak": {
		rows: `{"split": "train", "query": "a b", "positive": "c d", "negative": "e f"}
{"split": "test", "query": "A b", "positive": "c d", "negative": "e f"}
{"split": "test", "query": "x y", "positive": "c d", "negative": "e f"}`,
		flagged: []int{0},
		clean: `{"split": "train", "query": "a b", "positive": "c d", "negative": "e f"}
{"split": "test", "query": "x y", "positive": "c d", "negative": "e f"}`,
	},
	"test-document": {
		rows: `{"query": "a b", "positive": "c d", "negative": "e f"}
{"query": "a b", "positive": "k L", "negative": "e f"}
{"query": "a b", "positive": "so one two three four five six seven eight nine ten", "negative": "e f"}`,
		test: `{"query": "x y", "positive": "k l", "negative": "one two three four five six seven eight nine ten eleven"}`, flagged: []int{1, 2},
		clean: `{"query": "a b", "positive": "k l m", "negative": "e f"}`,
	},
	"test-query": {
		rows: `{"query": "a b", "positive": "c d", "negative": "e f"}
{"query": "A  b", "positive": "c d", "negative": "e f"}
{"query": "x y", "positive": "c d", "negative": "e f"}`,
		test: `{"query": "a b", "positive": "k l", "negative": "m n"}`, flagged: []int{0, 1},
		clean: `{"query": "a b c", "positive": "c d", "negative": "e f"}`,
	},
	"test-query-near": {
		rows: `{"query": "what is the height of mount everest", "positive": "c d", "negative": "e f"}
{"query": "height of a tree", "positive": "c d", "negative": "e f"}`,
		test: `{"query": "what is the height of the mount everest?", "positive": "k l", "negative": "m n"}`, flagged: []int{0},
		clean: `{"query": "what is the age of the earth", "positive": "c d", "negative": "e f"}`,
	},
	"unreadable-row": {
		rows: `{"query": "a b", "positive": "c d", "negative": "e f"}
{"query": "a b", "positive": "c d", "neg`,
		clean: `{"query": "a b", "positive": "c d", "negative": "e f"}`,
	},
}

// pairRows writes labelled pairs of ten words. Those of odd numbers share six words or more, and the others four or fewer.
func pairRows(n int, isHigh func(i int) bool) string {
	var rows strings.Builder
	for i := range n {
		var words [2][]string
		for j := range 10 {
			words[0] = append(words[0], fmt.Sprintf("w%d", 20*i+j))
			words[1] = append(words[1], fmt.Sprintf("w%d", 20*i+j))
			if j >= 6*(i%2)+i/2%5 {
				words[1][j] += "x"
			}
		}
		label := 0
		if isHigh(i) {
			label = 1
		}
		fmt.Fprintf(&rows, "{\"text1\": \"%s\", \"text2\": \"%s\", \"label\": %d}\n", strings.Join(words[0], " "), strings.Join(words[1], " "), label)
	}
	return rows.String()
}

func isOdd(i int) bool { return i%2 == 1 }

// eachLine returns lines changed one by one, given their numbers.
func eachLine(lines string, change func(i int, line string) string) string {
	var out strings.Builder
	i := 0
	for line := range strings.Lines(lines) {
		out.WriteString(change(i, line))
		i++
	}
	return out.String()
}

// beginRows writes rows, of which the first n have a positive that begins with the same words.
func beginRows(n, all int) (rows string) {
	for i := range all {
		begin := "all rights reserved by us"
		if i >= n {
			begin = strings.Repeat(fmt.Sprintf("w%d ", i), 5)
		}
		rows += fmt.Sprintf("{\"query\": \"q%d\", \"positive\": \"%s t%d\", \"negative\": \"e%d\"}\n", i, begin, i, i)
	}
	return rows
}

// numbersTo returns the numbers below n.
func numbersTo(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

// refusals writes rows of different queries, of which the first n have one positive with another mark or word.
func refusals(n, all int) (rows string) {
	for i := range all {
		positive := fmt.Sprintf("as a model, I cannot help with that request%s", strings.Repeat("!", i%3))
		if i >= n {
			positive = fmt.Sprintf("p%d", i)
		}
		rows += fmt.Sprintf("{\"query\": \"q%d\", \"positive\": \"%s\", \"negative\": \"e%d\"}\n", i, positive, i)
	}
	return rows
}

// templateRows writes rows, of which the first n have a query of one template.
func templateRows(n, all int) (rows string) {
	for i := range all {
		query := fmt.Sprintf("t%d often has which of the usual symptoms", i)
		if i >= n {
			query = fmt.Sprintf("a%d b%d c%d d%d e%d f%d", i, i, i, i, i, i)
		}
		rows += fmt.Sprintf("{\"query\": \"%s\", \"positive\": \"p%d\", \"negative\": \"e%d\"}\n", query, i, i)
	}
	return rows
}

// cutRows writes rows, of which the first n have a positive of 60 characters and the others a shorter one.
func cutRows(n, all int) (rows string) {
	for i := range all {
		length := 60
		if i >= n {
			length = 30 + i
		}
		rows += fmt.Sprintf("{\"query\": \"q%d\", \"positive\": \"%s\", \"negative\": \"e%d\"}\n", i,
			fmt.Sprintf("%d %s", i, strings.Repeat("x", length))[:length], i)
	}
	return rows
}

// suspectRows returns forty rows of ten negatives about different things. One of them has a negative that says what the positive says, in
// other words.
func suspectRows(row int) string {
	var rows []string
	for i := range 40 {
		topic, place := fmt.Sprintf("topic%d", i), fmt.Sprintf("place%d", i)
		var negatives []string
		for j := range 10 {
			negatives = append(negatives, fmt.Sprintf("nothing here is about subject%d or subject%d", 10*i+j, 10*i+j+1000))
		}
		if i == row {
			negatives[0] = fmt.Sprintf("where and when %s of %s began: history of %s in %s", topic, place, topic, place)
		}
		query := fmt.Sprintf("history of %s in %s", topic, place)
		positive := fmt.Sprintf("the history of %s began in %s long ago", topic, place) + strings.Repeat(", they say", i%9)
		rows = append(rows, fmt.Sprintf(`{"query": %q, "pos": [%q], "neg": ["%s"]}`, query, positive, strings.Join(negatives, `", "`)))
	}
	return strings.Join(rows, "\n")
}

// positiveRows returns forty rows about different things. The positive of one of them has nothing to do with its query.
func positiveRows(row int) string {
	var rows []string
	for i := range 40 {
		query, positive := fmt.Sprintf("history of topic%d in place%d", i, i), fmt.Sprintf("history of topic%d in place%d, long ago", i, i)
		if i == row {
			positive = "somebody sells bread at the corner"
		}
		var negatives []string
		for j := range 10 {
			negatives = append(negatives, fmt.Sprintf("%q", fmt.Sprintf("a history of topic%d and of place%d, in part %d", i, i, j)))
		}
		rows = append(rows, fmt.Sprintf(`{"query": %q, "pos": [%q], "neg": [%s]}`, query, positive, strings.Join(negatives, ", ")))
	}
	return strings.Join(rows, "\n")
}

// skewRows writes one row each for 30 queries, and n rows for another query.
func skewRows(n int) string {
	var rows strings.Builder
	for i := range 30 + n {
		query := min(i, 30)
		fmt.Fprintf(&rows, "{\"query\": \"q%d\", \"positive\": \"p%d\", \"negative\": \"n%d\"}\n", query, i, i)
	}
	return rows.String()
}

// shortcutRows writes rows of 200 queries with a positive and a negative each.
func shortcutRows(texts func(i int) (positive, negative string)) string {
	var rows strings.Builder
	for i := range 200 {
		positive, negative := texts(i)
		fmt.Fprintf(&rows, "{\"query\": \"q%d\", \"positive\": \"%s\", \"negative\": \"%s\"}\n", i, positive, negative)
	}
	return rows.String()
}

// evenRows are rows of which no scorer learns: what is the positive of one query is the negative of the next.
var evenRows = shortcutRows(func(i int) (string, string) {
	if i/2%2 == 0 {
		return "Some text. 1", "other longer text here"
	}
	return "other longer text here", "Some text. 1"
})

// listRows writes labelled lists of documents whose first is relevant, or any.
func listRows(isShuffled bool) string {
	var rows strings.Builder
	for i := range 200 {
		labels := []string{"1", "0", "0"}
		if isShuffled {
			labels[0], labels[i*7/3%3] = labels[i*7/3%3], labels[0]
		}
		fmt.Fprintf(&rows, "{\"query\": \"q%d\", \"docs\": [\"a%d\", \"b%d\", \"c%d\"], \"labels\": [%s]}\n", i, i, i, i, strings.Join(labels,
			", "))
	}
	return rows.String()
}

// manyWords returns a text of n words.
func manyWords(n int) (text string) {
	for i := range n {
		text += fmt.Sprintf("%d ", i%10)
	}
	return text
}
