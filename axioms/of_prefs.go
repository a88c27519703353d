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
		Params: append(lengthBound("none", "none"), param{Name: "confidence", Unit: "the file's",
			Doc: "the least that a preference must have; one without has 1", Default: "0", Max: math.MaxFloat64}),
		Needs: Needs{File: true},
	},
	bind: func(b *binding) Judge {
		j := &explicitJudge{window: newWindow(b.bound), minConfidence: b.number("confidence"), numbers: map[string]int32{},
			confidences: map[[2]int32]float64{}}
		if file := b.Preferences[fileName(b.file)]; file != nil {
			file.Each(b.query, func(first, second string, confidence float64) {
				j.confidences[[2]int32{j.numberOf(first), j.numberOf(second)}] = confidence
			})
		}
		return j
	},
	explain: func(t *trace) {
		j := t.judge.(*explicitJudge)
		var confidence [2]float64 // of the preference for each document; NaN without one
		for d := range confidence {
			confidence[d] = math.NaN()
			if c, ok := j.confidences[[2]int32{j.docs[d], j.docs[1-d]}]; ok {
				confidence[d] = c
			}
		}
		t.require(!math.IsNaN(confidence[0]) || !math.IsNaN(confidence[1]), "%s prefers one of %s and %s", fileName(t.file), t.name(0), t.name(1))
		t.prefer(func(d, e int) {
			t.when(!math.IsNaN(confidence[d]), "%s prefers %s", fileName(t.file), t.name(d))
			if !math.IsNaN(confidence[d]) && j.minConfidence > 0 {
				t.when(atLeast(confidence[d], j.minConfidence), "confidence: %s >= %s", decimal(confidence[d]), decimal(j.minConfidence))
			}
		})
	},
}

// explicitJudge is the judge of preferences listed in a file.
type explicitJudge struct {
	window        window
	minConfidence float64
	numbers       map[string]int32     // of the documents in the file and among the candidates
	confidences   map[[2]int32]float64 // confidence of the preference for the first document
	docs          []int32              // the numbers of the documents loaded
}

func (j *explicitJudge) numberOf(doc string) int32 {
	n, ok := j.numbers[doc]
	if !ok {
		n = int32(len(j.numbers))
		j.numbers[doc] = n
	}
	return n
}

func (j *explicitJudge) Load(docs []Doc) {
	j.window.load(docs)
	j.docs = j.docs[:0]
	for i := range docs {
		j.docs = append(j.docs, j.numberOf(docs[i].ID))
	}
}

func (j *explicitJudge) Compare(a, b int) Verdict {
	if !j.window.allows(a, b) {
		return Void
	}
	x, y := j.docs[a], j.docs[b]
	first, okFirst := j.confidences[[2]int32{x, y}]
	second, okSecond := j.confidences[[2]int32{y, x}]
	if !okFirst && !okSecond {
		return Void
	}
	return preferOne(okFirst && atLeast(first, j.minConfidence), okSecond && atLeast(second, j.minConfidence))
}
