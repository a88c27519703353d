package axioms

import "math"

var ofPrefs = &definition{
	spec: Spec{
		ID:     "prefs",
		Title:  "Preferred by a file of yours",
		Family: "files",
		Formula: "FILE holds a preference between the two; it prefers d1, with the confidence at least. Lines: query TAB preferred TAB other, " +
			"TAB confidence or not; or JSON lines or Parquet with these names",
		Source: "explicit preferences, as of clicks, Joachims, KDD 2002",
		Params: append(lengthBound("none", "none"), Param{Name: "confidence", Unit: "the file's",
			Doc: "the least that a preference must have; one without has 1", Default: "0", Max: math.MaxFloat64}),
		Needs: Needs{File: true},
	},
	bind: func(b *binding) Judge {
		j := &explicitJudge{window: newWindow(b.bound), least: b.number("confidence"), number: map[string]int32{},
			prefers: map[[2]int32]float64{}}
		if file := b.Preferences[fileName(b.file)]; file != nil {
			file.Each(b.query, func(preferred, other string, confidence float64) {
				j.prefers[[2]int32{j.of(preferred), j.of(other)}] = confidence
			})
		}
		return j
	},
	explain: func(t *trace) {
		j := t.judge.(*explicitJudge)
		var says [2]float64 // the confidence of the preference for each; NaN without one
		for d := range says {
			says[d] = math.NaN()
			if c, ok := j.prefers[[2]int32{j.docs[d], j.docs[1-d]}]; ok {
				says[d] = c
			}
		}
		t.require(!math.IsNaN(says[0]) || !math.IsNaN(says[1]), "%s prefers one of %s and %s", fileName(t.file), t.name(0), t.name(1))
		t.prefer(func(d, e int) {
			t.when(!math.IsNaN(says[d]), "%s prefers %s", fileName(t.file), t.name(d))
			if !math.IsNaN(says[d]) && j.least > 0 {
				t.when(atLeast(says[d], j.least), "confidence: %s >= %s", decimal(says[d]), decimal(j.least))
			}
		})
	},
}

// explicitJudge is the judge of preferences that were stated one by one.
type explicitJudge struct {
	window  window
	least   float64
	number  map[string]int32     // of a document that the file or the candidates name
	prefers map[[2]int32]float64 // confidence of a preference for the first
	docs    []int32              // the numbers of the documents loaded
}

func (j *explicitJudge) of(doc string) int32 {
	n, ok := j.number[doc]
	if !ok {
		n = int32(len(j.number))
		j.number[doc] = n
	}
	return n
}

func (j *explicitJudge) Load(docs []Doc) {
	j.window.load(docs)
	j.docs = j.docs[:0]
	for i := range docs {
		j.docs = append(j.docs, j.of(docs[i].ID))
	}
}

func (j *explicitJudge) Compare(a, b int) Verdict {
	if !j.window.open(a, b) {
		return Void
	}
	x, y := j.docs[a], j.docs[b]
	first, ok := j.prefers[[2]int32{x, y}]
	second, other := j.prefers[[2]int32{y, x}]
	if !ok && !other {
		return Void
	}
	return either(ok && atLeast(first, j.least), other && atLeast(second, j.least))
}
