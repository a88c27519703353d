package axioms_test

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/axioms"
)

// Preferences of an axiom among three texts.
func Example() {
	axiom, err := axioms.Parse("tfc1") // more of the query's terms wins
	if err != nil {
		fmt.Println(err)
		return
	}
	texts := axioms.NewTexts(strings.Fields)
	docs := texts.Add("a blue whale in the blue", "the whale sings in the blue", "a song of the deep sea")
	judge := axiom.(axioms.Preference).Bind(texts.Query("blue whale"), &axioms.Collection{Stats: texts})
	judge.Load(docs)
	for i := range docs {
		for j := range docs {
			if judge.Compare(i, j) == axioms.First {
				fmt.Printf("d%d above d%d\n", i+1, j+1)
			}
		}
	}
	// Output:
	// d1 above d2
	// d1 above d3
	// d2 above d3
}

// Texts that are analysed already come as term ids; a row of verdicts takes one call.
func ExampleJudge() {
	axiom, err := axioms.Parse("m-and & tfc1/camara?delta=2")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(axiom, "of the pool", axioms.Pool(axiom))

	// The query "blue whale" is 1 2; these axioms ask nothing of the collection.
	judge := axiom.(axioms.Preference).Bind(axioms.Query{Terms: []uint32{1, 2}}, &axioms.Collection{})
	judge.Load([]axioms.Doc{
		{Terms: []uint32{1, 2, 7}},
		{Terms: []uint32{1, 8, 9, 7}},
		{Terms: []uint32{2, 7, 7, 7, 7, 7, 7}},
	})
	out := make([]axioms.Verdict, 3)
	judge.Row(0, out)
	fmt.Println("above the second:", out[1].Preference(), "- above the third:", out[2].Preference(), out[2].Precondition())
	// Output:
	// m-and & tfc1(delta=2, variant=camara) of the pool m-and & tfc1(variant=camara)
	// above the second: 1 - above the third: 0 false
}

func ExampleParse_misspelt() {
	_, err := axioms.Parse("m-adn(delta_star=0.1)")
	fmt.Println(err)
	// Output: there is no axiom "m-adn"; hint: did you mean m-and?
}

// A list may name sets, which stand for the axioms in them.
func ExampleParseList() {
	list, err := axioms.ParseList("effect-study, -lnc1")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, axiom := range list {
		fmt.Println(axiom, "-", axiom.Spec().Title)
	}
	// Output:
	// m-and(delta_star=0.1) - More of the distinct query terms
	// m-tdc(delta_star=0.1) - More occurrences of the rarer query term, as many in all
	// tf-lnc - Longer by nothing but query terms
	// -lnc1 - Reversal
}

// Every axiom explains its preference.
func ExampleExplainer() {
	axiom, err := axioms.Parse("prox1")
	if err != nil {
		fmt.Println(err)
		return
	}
	texts := axioms.NewTexts(strings.Fields)
	why := axiom.(axioms.Explainer).Explain(&axioms.Case{
		Docs:       texts.Add("a blue whale sings", "blue is the song of a whale"),
		Query:      texts.Query("blue whale"),
		Names:      []string{"d1", "d2"},
		Collection: &axioms.Collection{Stats: texts},
		Word:       texts.Word,
	})
	fmt.Println(why.Answer)
	for _, condition := range why.Preferences[0].Conditions {
		fmt.Println(condition.Holds, condition.Text)
	}
	// Output:
	// d1 above d2
	// true mean number of words between query terms: 0 < 5
}

// A triple axiom names sequences of three documents.
func ExampleTriple() {
	axiom, err := axioms.Parse("tfc2") // each further occurrence counts for less than the one before
	if err != nil {
		fmt.Println(err)
		return
	}
	texts := axioms.NewTexts(strings.Fields)
	docs := texts.Add("whale sea sea", "whale whale sea", "whale whale whale")
	judge := axiom.(axioms.Triple).BindTriple(texts.Query("whale"), &axioms.Collection{Stats: texts})
	judge.Load(docs)
	judge.Each(func(i, j, k int) bool {
		fmt.Println("the scores of", i, j, k, "rise by less and less")
		return true
	})
	// Output: the scores of 0 1 2 rise by less and less
}
