package axioms

import (
	"errors"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms/internal/family"
	"github.com/axiomine/axiomine/axioms/internal/rule"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ text, canonical, pool, variant string }{
		{"tfc1", "tfc1", "tfc1", "rennings"},
		{" tfc1( ) ", "tfc1", "tfc1", "rennings"},
		{"tfc1(variant=rennings, delta=none)", "tfc1", "tfc1", "rennings"},
		{"tfc1(variant=klose,delta=10)", "tfc1(delta=10, variant=klose)", "tfc1(variant=klose)", "klose"},
		{"tfc1/klose?delta=10", "tfc1(delta=10, variant=klose)", "tfc1(variant=klose)", "klose"},
		// Câmara and Hauff's default is 10 words, so 10 is left out and none is not.
		{"tfc1/camara?delta=10", "tfc1(variant=camara)", "tfc1(variant=camara)", "camara"},
		{"tfc1/camara?delta=none", "tfc1(delta=none, variant=camara)", "tfc1(variant=camara)", "camara"},
		{"tfc1?delta=2&delta_star=0.20", "tfc1(delta=2, delta_star=0.2)", "tfc1", "rennings"},
		{"tfc1?delta=2&m-and", "tfc1(delta=2) & m-and", "tfc1 & m-and", ""},
		{"len-m-and(delta_star=1e-1)", "len-m-and", "len-m-and", ""},
		{"rs-bm25(margin=1.25,k1=1.2)", "rs-bm25(k1=1.2, margin=1.25)", "rs-bm25(k1=1.2)", ""},
		{"-m-and + -tfc1", "-m-and + -tfc1", "-m-and + -tfc1", ""},
		{"--m-and", "--m-and", "--m-and", ""},
		{"m-and|tfc1&tf-lnc+m-tdc", "m-and | tfc1 & tf-lnc + m-tdc", "m-and | tfc1 & tf-lnc + m-tdc", ""},
		{"((m-and|tfc1)&(tf-lnc))+m-tdc", "((m-and | tfc1) & tf-lnc) + m-tdc", "((m-and | tfc1) & tf-lnc) + m-tdc", ""},
		{"(tfc1+m-and)+tf-lnc", "(tfc1 + m-and) + tf-lnc", "(tfc1 + m-and) + tf-lnc", ""},
		{"tfc1+m-and+tf-lnc", "tfc1 + m-and + tf-lnc", "tfc1 + m-and + tf-lnc", ""},
		{"-(tfc1+m-and)", "-(tfc1 + m-and)", "-(tfc1 + m-and)", ""},
		{"majority(tfc1, m-and(delta=3) | tf-lnc; .50)", "majority(tfc1, m-and(delta=3) | tf-lnc)", "majority(tfc1, m-and | tf-lnc)", ""},
		{"majority(tfc1;0.75)", "majority(tfc1; 0.75)", "majority(tfc1; 0.75)", ""},
		{"normalize(tfc1+m-and)", "normalize(tfc1 + m-and)", "normalize(tfc1 + m-and)", ""},
		{"lnc2/camara", "lnc2(variant=camara)", "lnc2(variant=camara)", "camara"},
		// A file has its name without folders; the pool leaves the margin out, not the confidence.
		{"run( runs/dense 1.txt , margin=.50)", "run(dense 1.txt, margin=0.5)", "run(dense 1.txt)", ""},
		{"prefs(../clicks.tsv,confidence=0.8,delta=3) & -run(a=b.txt)", "prefs(clicks.tsv, confidence=0.8, delta=3) & -run(a=b.txt)",
			"prefs(clicks.tsv, confidence=0.8) & -run(a=b.txt)", ""},
	} {
		a, err := Parse(c.text)
		if err != nil {
			t.Errorf("Parse(%q): %v", c.text, err)
			continue
		}
		if a.String() != c.canonical || Pool(a) != c.pool || Variant(a) != c.variant {
			t.Errorf("Parse(%q) = %q, pool %q, variant %q; want %q, %q, %q", c.text, a, Pool(a), Variant(a), c.canonical, c.pool, c.variant)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, part string }{
		{"tcf1", "did you mean tfc1?"},
		{"m-adn", "did you mean m-and?"},
		{"length-saf", "did you mean length-safe?"},
		{"effect-study & tfc1", "is 3 axioms, and one is wanted"},
		{"run", "expected a file in parentheses, as in run(FILE)"},
		{"run()", "expected the name of a file"},
		{"run(folder/)", "expected the name of a file"},
		{"run(a.txt", "expected a comma or a closing parenthesis"},
		{"run(a.txt, margin=-1)", "margin is a number of at least 0"},
		{"run(a.txt, confidence=1)", "its parameters are delta, delta_star, margin"},
		{"prefs(a.tsv, margin=1)", "its parameters are confidence, delta, delta_star"},
		{"", "expected an axiom at byte 1, found the end"},
		{"tfc1 m-and", "expected an operator"},
		{"tfc1(", "expected a parameter"},
		{"tfc1(delta=10", "expected a comma or a closing parenthesis"},
		{"tfc1(delta)", "expected a parameter"},
		{"tfc1(delta=1, delta=2)", "delta is given twice"},
		{"tfc1/klose?variant=klose", "variant is given twice"},
		{"tfc1(delta=-1)", "delta is a whole number of at least 0 or none"},
		{"tfc1(delta=1.5)", `delta cannot be "1.5"`},
		{"tfc1(delta_star=1.01)", "delta_star is a number from 0 to 1 or none"},
		{"tfc1(delta_star=nan)", `delta_star cannot be "nan"`},
		{"tfc1(variant=rennigns)", "did you mean rennings? it is one of"},
		{"tfc1/kolse", "did you mean klose?"},
		{"tfc1(delat=10)", "did you mean delta? its parameters are delta, delta_star, precondition, variant"},
		{"reg(sim=vector)", "did you mean vectors?"},
		{"m-and & tfc1(delta_sta=0.1)", "did you mean delta_star?"},
		{"tfc1(variant=fang)", "it is one of rennings, camara, klose"},
		{"m-and(variant=klose)", "its parameters are delta, delta_star"},
		{"rs-bm25(margin=0.5)", "margin"},
		{"tfc2 & tfc1", "tfc2 does not compare two documents"},
		{"-lnc2", "lnc2 does not compare two documents"},
		{"majority(tfc1; 2)", "a share from 0 to 1"},
		{"majority()", "expected an axiom"},
		{"normalize(tfc1, m-and)", "a closing parenthesis"},
		{strings.Repeat("(", 200) + "tfc1", "nested more than 100 deep"},
		{strings.Repeat("tfc1 & ", 1000) + "tfc1", "combines more than 1000 parts"},
	} {
		_, err := Parse(c.text)
		var f *errs.Error
		if !errors.As(err, &f) || f.Kind != errs.Usage || !strings.Contains(err.Error(), c.part) {
			t.Errorf("Parse(%q) = %v, want a usage error with %q", c.text, err, c.part)
		}
	}
}

func TestParseList(t *testing.T) {
	texts := func(list []Axiom) (texts []string) {
		for _, a := range list {
			texts = append(texts, a.String())
		}
		return texts
	}
	for text, want := range map[string][]string{
		"tfc1": {"tfc1"},
		"tfc1(delta=10, variant=klose), tfc2,majority(m-and, tfc1)": {"tfc1(delta=10, variant=klose)", "tfc2", "majority(m-and, tfc1)"},
		// The set is the contract's.
		"effect-study, tfc1 & m-and": {"m-and(delta_star=0.1)", "m-tdc(delta_star=0.1)", "tf-lnc", "tfc1 & m-and"},
		// A set in an expression is replaced by each of its members; of two sets, the last one's members change fastest.
		"effect-study & tfc1": {"m-and(delta_star=0.1) & tfc1", "m-tdc(delta_star=0.1) & tfc1", "tf-lnc & tfc1"},
		"majority(tfc1, -effect-study; 1)": {"majority(tfc1, -m-and(delta_star=0.1); 1)", "majority(tfc1, -m-tdc(delta_star=0.1); 1)",
			"majority(tfc1, -tf-lnc; 1)"},
		"effect-study | (effect-study)": {
			"m-and(delta_star=0.1) | m-and(delta_star=0.1)", "m-and(delta_star=0.1) | m-tdc(delta_star=0.1)", "m-and(delta_star=0.1) | tf-lnc",
			"m-tdc(delta_star=0.1) | m-and(delta_star=0.1)", "m-tdc(delta_star=0.1) | m-tdc(delta_star=0.1)", "m-tdc(delta_star=0.1) | tf-lnc",
			"tf-lnc | m-and(delta_star=0.1)", "tf-lnc | m-tdc(delta_star=0.1)", "tf-lnc | tf-lnc",
		},
	} {
		list, err := ParseList(text)
		if err != nil {
			t.Errorf("ParseList(%q): %v", text, err)
		}
		must.Same(t, texts(list), want, "ParseList(%q)", text)
	}
	for _, text := range []string{"", "tfc1,", ",tfc1", "tfc1 tfc1", "tfc1, tfc1(delta=none)", "effect-study, tf-lnc", "tfc1; m-and",
		"effect-study & tfc2",
		"effect-study" + strings.Repeat(" | effect-study", 6)} /* 3^7 expressions */ {
		if list, err := ParseList(text); err == nil {
			t.Errorf("ParseList(%q) = %v, want an error", text, list)
		}
	}
	for _, s := range Sets {
		if _, err := ParseList(s.Name); err != nil {
			t.Errorf("set %s: %v", s.Name, err)
		}
	}
}

// What is given for all axioms reaches the members of sets, whatever they have in the set; what is written for an axiom stays.
func TestParseListNotes(t *testing.T) {
	for _, c := range []struct {
		text, bound string
		want, notes []string
	}{
		{"effect-study", ".02", []string{"m-and(delta_star=0.02)", "m-tdc(delta_star=0.02)", "tf-lnc(delta_star=0.02)"}, nil},
		{"effect-study", "none", []string{"m-and", "m-tdc", "tf-lnc"}, nil},
		{"effect-study(delta_star=0.02)", "", []string{"m-and(delta_star=0.02)", "m-tdc(delta_star=0.02)", "tf-lnc(delta_star=0.02)"}, nil},
		{"tfc1 & effect-study(delta=5)", "0.3", []string{"tfc1(delta_star=0.3) & m-and(delta=5, delta_star=0.3)",
			"tfc1(delta_star=0.3) & m-tdc(delta=5, delta_star=0.3)", "tfc1(delta_star=0.3) & tf-lnc(delta=5, delta_star=0.3)"}, nil},
		{"effect-study(variant=klose)", "", []string{"m-and(delta_star=0.1)", "m-tdc(delta_star=0.1, variant=klose)", "tf-lnc"},
			[]string{"m-and of effect-study takes no variant=klose", "tf-lnc of effect-study takes no variant=klose"}},
		{"effect-study(precondition=none)", "", []string{"m-and(delta_star=0.1)", "m-tdc(precondition=none)", "tf-lnc"},
			[]string{"m-and of effect-study takes no precondition=none", "tf-lnc of effect-study takes no precondition=none"}},
		{"tfc1(delta_star=.2), lnc2, majority(m-and, -len-and)", "0.1", []string{"tfc1(delta_star=0.2)", "lnc2",
			"majority(m-and(delta_star=0.1), -len-and)"}, []string{"lnc2 takes no delta_star",
			"tfc1 keeps the delta_star=.2 that is written for it"}},
	} {
		list, notes, err := ParseListWithin(c.text, c.bound)
		if err != nil {
			t.Errorf("%s within %q: %v", c.text, c.bound, err)
			continue
		}
		var names []string
		for _, a := range list {
			names = append(names, a.String())
		}
		must.Same(t, names, c.want, "%s within %q", c.text, c.bound)
		if diff := cmp.Diff(c.notes, notes, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s within %q, notes: %s", c.text, c.bound, diff)
		}
	}
	for text, part := range map[string]string{
		"effect-study(k1=2)":                        "no axiom of the set effect-study has a parameter",
		"effect-study(delta_star=2)":                "delta_star is a number from 0 to 1 or none",
		"effect-study(delta_star=.1, delta_star=0)": "is given twice",
		"effect-study(delta_star=.1":                "a comma or a closing parenthesis",
	} {
		if _, err := ParseList(text); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("ParseList(%q): %v, want %q", text, err, part)
		}
	}
}

// Every axiom of the table that has a bound takes one that is given for all.
func TestBoundOfAllReachesEveryAxiom(t *testing.T) {
	for _, a := range All() {
		list, _, err := ParseListWithin(a.Spec().ID, "0.07")
		must.Do(t, err)
		if HasBound(list[0]) != strings.Contains(list[0].String(), "delta_star=0.07") {
			t.Errorf("%s within 0.07 is %s", a, list[0])
		}
	}
}

// anyExpression draws an expression over two preference axioms with random parameters.
func anyExpression(depth int) *rapid.Generator[Preference] {
	return rapid.Custom(func(t *rapid.T) Preference {
		if depth == 0 || rapid.Bool().Draw(t, "leaf") {
			d := family.Table.ByName[rapid.SampledFrom([]string{"tfc1", "m-and", "rs-bm25"}).Draw(t, "axiom")]
			var arguments []rule.Argument
			if rapid.Bool().Draw(t, "bounded") {
				p := d.Spec.Param("delta_star")
				s := must.Get(p.Read("", rapid.StringMatching(`0\.[0-9]{1,3}`).Draw(t, "delta_star")))(t)
				arguments = append(arguments, rule.Argument{Name: "delta_star", Text: s.Text})
			}
			a := must.Get(d.Instantiate("", arguments))(t)
			return a.(Preference)
		}
		op := rapid.SampledFrom([]operator{sum, agree, fallback, majority, reverse, normalize}).Draw(t, "op")
		least, most := 1, 3
		if op == reverse || op == normalize {
			most = 1
		} else if op != majority {
			least = 2
		}
		share := rapid.SampledFrom([]float64{0.5, 0, 1, 2. / 3}).Draw(t, "share")
		return combine(op, share, rapid.SliceOfN(anyExpression(depth-1), least, most).Draw(t, "parts")...)
	})
}

func TestPrintThenParse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := anyExpression(4).Draw(t, "expression")
		b := must.Get(Parse(a.String()))(t)
		if a.String() != b.String() || tree(a) != tree(b) {
			t.Fatalf("%s came back as %s", a, b)
		}
	})
}

// tree writes an expression with all its parentheses.
func tree(a Axiom) string {
	c, ok := a.(*combination)
	if !ok {
		return a.String()
	}
	text := "(" + operators[c.op].title
	for _, p := range c.parts {
		text += " " + tree(p)
	}
	return text + ")"
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"tfc1", "tfc1/klose?delta=10&delta_star=none & -m-and", "majority(a, b; 0.5)",
		"-(tfc1 + m-and) | normalize(tf-lnc)", "tfc1(delta=1e3)"} {
		f.Add(seed)
	}
	budgettest.Fuzz(f, func(t *testing.T, text string) {
		a, err := Parse(text)
		if err != nil {
			if !errors.As(err, new(*errs.Error)) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("Parse(%q): %v is not one line for the user", text, err)
			}
			return
		}
		b, err := Parse(a.String())
		if err != nil || a.String() != b.String() || tree(a) != tree(b) {
			t.Fatalf("Parse(%q) = %s, which parses as %v, %v", text, a, b, err)
		}
		if c, err := Parse(Pool(a)); err != nil || Pool(c) != Pool(a) {
			t.Fatalf("Pool(%s) = %s parses as %v, %v", a, Pool(a), c, err)
		}
	})
}

func FuzzParseList(f *testing.F) {
	f.Add("effect-study, tfc1, majority(m-and, tfc1; 1)")
	f.Add("effect-study & run(a/b.txt, margin=2) | prefs(c, confidence=1)")
	budgettest.Fuzz(f, func(t *testing.T, text string) {
		list, err := ParseList(text)
		if err != nil {
			return
		}
		var texts []string
		for _, a := range list {
			texts = append(texts, a.String())
		}
		if again, err := ParseList(strings.Join(texts, ", ")); err != nil || len(again) != len(list) {
			t.Fatalf("ParseList(%q) = %q, which parses as %v, %v", text, texts, again, err)
		}
	})
}
