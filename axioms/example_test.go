package axioms_test

import (
	"fmt"

	"github.com/axiomine/axiomine/axioms"
)

func Example() {
	axiom, err := axioms.Parse("m-and & tfc1/camara?delta=2")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(axiom, "of the pool", axioms.Pool(axiom))

	// The query "blue whale" is 1 2; these axioms ask nothing of the collection.
	judge := axioms.Rows(axiom.(axioms.Preference).Bind(axioms.Query{Terms: []uint32{1, 2}}, &axioms.Collection{}))
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
