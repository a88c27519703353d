package axiomtest

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/axioms"
)

// definitions lists every axiom by its name, and by name/variant every reading that is not its default.
var definitions = map[string]reading{
	"tfc1":             {prefers: moreOfEach},
	"tfc1/camara":      {delta: "10", prefers: moreOfEach},
	"tfc1/klose":       {sameLength: true, prefers: clearlyMoreTokens},
	"tfc2":             {isInstance: risesEvenly},
	"tfc3":             {sameLength: true, prefers: votesForSpread},
	"m-tdc":            {weak: true, precondition: sameTotalOtherCounts, prefers: rarerByExchange},
	"m-tdc/camara":     {weak: true, delta: "10", precondition: sameTotalOtherCounts, prefers: rarerByExchange},
	"m-tdc/klose":      {weak: true, sameLength: true, precondition: sameTotalOtherCounts, prefers: votesForRarerAsPrinted},
	"m-tdc/bondarenko": {weak: true, sameLength: true, precondition: sameTotalOtherCounts, prefers: votesForRarer},
	"len-m-tdc":        {weak: true, deltaStar: "0.1", precondition: sameTotalOtherCounts, prefers: votesForRarer},
	"lb1":              {precondition: alikeScores, prefers: onlyOneHolds},
	"lb1/klose":        {precondition: alikeScores, prefers: holdsFirstDrawn},

	"lnc1":              {weak: true, precondition: sameCounts, prefers: otherHasOneMoreWord},
	"lnc1/camara-table": {weak: true, precondition: oneHasOneMoreOfShared, prefers: otherHasOneMoreOfShared},
	"lnc1/klose":        {precondition: alikeCounts, prefers: shorter},
	"lnc2":              {weak: true, repeats: twiceToFourTimes},
	"lnc2/camara":       {weak: true, repeats: asOftenAsFits},
	"tf-lnc":            {prefers: longerByOneTerm},
	"ln2":               {weak: true, prefers: isMultiple},

	"stmc1":             {precondition: asManyTermsWithVectors, prefers: otherWordsCloser},
	"stmc1/camara-code": {precondition: asManyTokensWithVectors, prefers: otherWordsFurther},
	"stmc1/klose":       {prefers: moreAlikeOnAverage},
	"stmc2":             {weak: true, precondition: likeOtherWords, prefers: moreTokens},
	"stmc2/klose":       {prefers: sameRatio},
	"stmc2/klose-table": {prefers: sameRatioOfFirst},
	"stmc3":             {delta: "10", precondition: asManyTermsWithVectors, prefers: tokensMakeUp},
	"stmc3/camara-code": {weak: true, delta: "9", precondition: asManyTermsWithVectors, prefers: fewerOthersMakeUp},

	"reg":                  {prefers: moreOfMostAlike},
	"anti-reg":             {prefers: moreOfLeastAlike},
	"reg/klose":            {prefers: moreOfOneMostAlike},
	"reg/klose-table":      {prefers: moreOfOneLeastAlike},
	"anti-reg/klose-table": {prefers: moreOfOneMostAlike},
	"anti-reg/klose":       {prefers: moreOfOneLeastAlike},
	"aspect-reg":           {precondition: alikeTerms, prefers: moreAspects},
	"div":                  {prefers: moreDiverse},
	"len-div":              {deltaStar: "0.1", prefers: moreDiverse},
	"and":                  {prefers: onlyOneComplete},
	"len-and":              {deltaStar: "0.1", prefers: onlyOneComplete},
	"m-and":                {prefers: moreTerms},
	"len-m-and":            {deltaStar: "0.1", prefers: moreTerms},

	"prox1":          {precondition: sameTerms, prefers: closerOnAverage},
	"prox2":          {precondition: sameTerms, prefers: earlier},
	"prox3":          {precondition: sameTerms, prefers: phraseEarlier},
	"prox1/klose":    {precondition: sameTermsOfTwo, prefers: closerOnAverage},
	"prox2/klose":    {precondition: sameTermsOfTwo, prefers: earlier},
	"prox3/klose":    {precondition: sameTermsOfTwo, prefers: phraseEarlier},
	"prox4":          {precondition: bothComplete, prefers: fewerWordsBetween},
	"prox5":          {precondition: bothComplete, prefers: shorterGroups},
	"prox4/klose":    {prefers: fewerWordsBetweenHeld},
	"prox5/klose":    {prefers: shorterGroupsHeld},
	"tp":             {precondition: twoTermsEach, prefers: nearestTwo},
	"tp/camara-code": {precondition: twoTermsEach, prefers: nearestTwoFurther},

	"rs-tf":           {prefers: scoresHigherBy(tf)},
	"rs-tf-idf":       {prefers: scoresHigherBy(tfIDF)},
	"rs-tf/klose":     {prefers: scoresHigherBy(perToken(tf))},
	"rs-tf-idf/klose": {prefers: scoresHigherBy(perToken(tfIDF))},
	"rs-bm25":         {prefers: scoresHigherBy(bm25)},
	"rs-ql":           {prefers: scoresHigherBy(queryLikelihood)},
	"rs-pl2":          {prefers: scoresHigherBy(pl2)},

	"orig":   {precondition: bothRanked, prefers: rankedHigher},
	"oracle": {prefers: judgedHigher},
	"run":    {precondition: bothInRun, prefers: leadsInRun},
	"prefs":  {precondition: filePrefersOne, prefers: filePrefers},
}

// definitionOf returns the reading of an axiom that is no expression.
func definitionOf(a axioms.Axiom) (reading, error) {
	name, _, _ := strings.Cut(a.String(), "(")
	if variant := settingsOf(a).text("variant", ""); variant != "" {
		name += "/" + variant
	}
	r := definitions[name]
	if r.prefers == nil && r.isInstance == nil && r.repeats == nil {
		return r, fmt.Errorf("%s is not yet defined: write its plain reading in axiomtest/definitions.go", name)
	}
	return r, nil
}

// isWeak reports whether an axiom, or every part of an expression, is fulfilled by equal scores
// too.
func isWeak(a axioms.Axiom) (bool, error) {
	parts := axioms.Parts(a)
	if parts == nil {
		r, err := definitionOf(a)
		return r.weak, err
	}
	for _, part := range parts {
		if weak, err := isWeak(part); !weak || err != nil {
			return false, err
		}
	}
	return true, nil
}

// pairDefinition returns the verdict on a pair of an axiom over two documents, or of an expression
// over such axioms.
type pairDefinition func(w *world, x, y document) axioms.Verdict

func pairDefinitionOf(a axioms.Axiom) (pairDefinition, error) {
	if join := operators[a.Spec().Title]; join != nil {
		return expressionOf(a, join)
	}
	r, err := definitionOf(a)
	if err != nil {
		return nil, err
	}
	s := settingsOf(a)
	return func(w *world, x, y document) axioms.Verdict { return r.verdict(w, s, x, y) }, nil
}
