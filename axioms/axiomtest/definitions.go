package axiomtest

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/axioms"
)

// definitions lists every axiom by its name, and by name/variant every reading that is not its default.
var definitions = map[string]reading{
	"tfc1":         {above: moreOfEach},
	"tfc1/camara":  {delta: "10", above: moreOfEach},
	"tfc1/klose":   {sameLength: true, above: clearlyMoreTokens},
	"tfc2":         {instance: risesEvenly},
	"tfc3":         {sameLength: true, above: votesForSpread},
	"m-tdc":        {weak: true, holds: exchanged, above: rarerByExchange},
	"m-tdc/camara": {weak: true, delta: "10", holds: exchanged, above: rarerByExchange},
	"m-tdc/klose":  {weak: true, sameLength: true, holds: exchanged, above: votesForRarer},
	"len-m-tdc":    {weak: true, deltaStar: "0.1", holds: exchanged, above: votesForRarer},
	"lb1":          {holds: alikeScores, above: onlyOneHolds},

	"lnc1":        {weak: true, holds: sameCounts, above: otherHasOneMoreWord},
	"lnc1/klose":  {holds: alikeCounts, above: shorter},
	"lnc2":        {weak: true, repeats: twiceToFourTimes},
	"lnc2/camara": {weak: true, repeats: asOftenAsFits},
	"tf-lnc":      {above: longerByOneTerm},
	"ln2":         {weak: true, above: multiple},

	"stmc1":       {holds: asManyTermsWithVectors, above: otherWordsCloser},
	"stmc1/klose": {above: moreAlikeOnAverage},
	"stmc2":       {weak: true, holds: likeOtherWords, above: moreTokens},
	"stmc2/klose": {above: inProportion},
	"stmc3":       {delta: "10", holds: asManyTermsWithVectors, above: tokensMakeUp},

	"reg":        {above: moreOfMostAlike},
	"anti-reg":   {above: moreOfLeastAlike},
	"aspect-reg": {holds: alikeTerms, above: moreAspects},
	"div":        {above: moreDiverse},
	"len-div":    {deltaStar: "0.1", above: moreDiverse},
	"and":        {above: onlyOneComplete},
	"len-and":    {deltaStar: "0.1", above: onlyOneComplete},
	"m-and":      {above: moreTerms},
	"len-m-and":  {deltaStar: "0.1", above: moreTerms},

	"prox1": {holds: sameTerms, above: closerOnAverage},
	"prox2": {holds: sameTerms, above: earlier},
	"prox3": {holds: sameTerms, above: phraseEarlier},
	"prox4": {holds: bothComplete, above: fewerWordsBetween},
	"prox5": {holds: bothComplete, above: shorterGroups},
	"tp":    {holds: twoTermsEach, above: nearestTwo},

	"rs-tf":     {above: scoredBy(tf)},
	"rs-tf-idf": {above: scoredBy(tfIDF)},
	"rs-bm25":   {above: scoredBy(bm25)},
	"rs-ql":     {above: scoredBy(queryLikelihood)},
	"rs-pl2":    {above: scoredBy(pl2)},

	"coh1":  {above: evenerWords},
	"corr1": {above: citesMore},
	"cov1":  {above: moreDistinct},
	"asl":   {sameLength: true, above: onlyOneReadable},

	"orig":   {holds: bothRanked, above: rankedHigher},
	"oracle": {above: judgedHigher},
	"run":    {holds: bothInRun, above: leadsInRun},
	"prefs":  {holds: stated, above: statedAbove},
}

// definitionOf is the reading of an axiom that is no expression.
func definitionOf(a axioms.Axiom) (reading, error) {
	name, _, _ := strings.Cut(a.String(), "(")
	if variant := settingsOf(a).text("variant", ""); variant != "" {
		name += "/" + variant
	}
	r := definitions[name]
	if r.above == nil && r.instance == nil && r.repeats == nil {
		return r, fmt.Errorf("%s is not yet defined: write its plain reading in axiomtest/definitions.go", name)
	}
	return r, nil
}

// weakly says whether an axiom, or all parts of an expression, are fulfilled by equal scores too.
func weakly(a axioms.Axiom) (bool, error) {
	parts := axioms.Parts(a)
	if parts == nil {
		r, err := definitionOf(a)
		return r.weak, err
	}
	for _, part := range parts {
		if weak, err := weakly(part); !weak || err != nil {
			return false, err
		}
	}
	return true, nil
}

// pairDefinition is what an axiom over two documents, or an expression over such axioms, says of a pair.
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
