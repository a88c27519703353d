package trainset

import (
	"cmp"
	"github.com/axiomine/axiomine/internal/markup"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestFacts compares the facts of texts with those by hand. Begin is compared in TestBegin.
func TestFacts(t *testing.T) {
	for text, want := range map[string]Text{
		"":                         {},
		" \t\n":                    {Letters: 3},
		"The cat, 42 -- it sat.":   {Letters: 22, Words: 6},
		"a\tb\r\nc\vd\fe\u00a0f":   {Letters: 12, Words: 6},
		"12 34":                    {Letters: 5, Words: 2},
		"naïve":                    {Letters: 5, Words: 1},
		"кот cat":                  {Letters: 7, Words: 2}, // of equal numbers the first one of the list
		"кот ca":                   {Letters: 6, Words: 2},
		"a \ufffd b":               {Letters: 5, Words: 3, Misread: true},
		"a \xff":                   {Letters: 3, Words: 2, Misread: true}, // a byte that is no UTF-8
		"cafÃ©":                    {Letters: 5, Words: 1, Misread: true},
		"<p>x</p>":                 {Letters: 8, Words: 1, Markup: true},
		"\x00query 7":              {}, // an id
		"狐 は":                      {Letters: 3, Words: 2},
		"one two three four five":  {Letters: 23, Words: 5},
		"one two three four five ": {Letters: 24, Words: 5},
	} {
		got, _ := factsOf(text)
		if got.Begin != 0 && want.Words <= 5 {
			t.Errorf("%q has a beginning, and no more words than that", text)
		}
		want.Blank, want.Open = strings.TrimSpace(text) == "" && text != "", want.Letters > 0 && !strings.HasSuffix(text, ".") && !want.Markup
		if want.Letters > 0 {
			want.Begins = BeginWords
		}
		if got.Begin = 0; got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

// TestMarks: texts of punctuation alone, and how texts end.
func TestMarks(t *testing.T) {
	for text, want := range map[string]string{"...": "blank", "?!": "blank", "「。」 …": "blank", "&&": "open", "👍": "open", "C++": "open", "a.": "", "a。": "",
		"a...": "", "(a)": "", "„a“": "", "「a」": "", "a…": "", "a ": "open", "a,": "open", "a:": "open"} {
		got, _ := factsOf(text)
		if got.Blank != (want == "blank") || !got.Blank && got.Open != (want == "open") {
			t.Errorf("%s: %+v, want %s", text, got, want)
		}
	}
}

// TestBegin: two texts begin alike if their first five words are the same without case and white space, and both go on.
func TestBegin(t *testing.T) {
	first, _ := factsOf("All rights reserved by us. 1")
	if first.Begin == 0 {
		t.Fatal("no beginning")
	}
	for text, alike := range map[string]bool{
		"ALL RIGHTS RESERVED BY US. another":     true,
		"All  rights\nreserved\r\nby\tus.\n\n2":  true,
		" All rights reserved by us. 1":          true,
		"All rights reserved by us.":             false,
		"All rights reserved by us 1":            false,
		"All rights reserved by 1 us.":           false,
		"All rights re served by us.":            false,
		"All rights reserved by us.and others 1": false,
	} {
		if got, _ := factsOf(text); (got.Begin == first.Begin) != alike {
			t.Errorf("%q begins alike: %t, want %t", text, got.Begin == first.Begin, alike)
		}
	}
}

// TestBeginOfCharacters: the beginning of a text without spaces is its first eight characters, or sixteen pairs of them.
func TestBeginOfCharacters(t *testing.T) {
	s := New()
	begin := func(text string) uint32 { return s.Texts[s.number(text)].Begin }
	if a, b := begin("本公司保留所有权利一"), begin("本公司保留所有权利二三"); a == 0 || a != b || a == begin("本公司不保留所有权利") || begin("本公司保留所有权") != 0 {
		t.Error(a, b)
	}
	if begin("（転載禁止）無断複製はかたくお断りします。東京駅前商店街") != begin("（転載禁止）無断複製はかたくお断りします。むかしのちずを") {
		t.Error("Japanese texts begin alike whether kana or Chinese characters follow")
	}
}

// TestScripts: every letter of Unicode beside its script.
func TestScripts(t *testing.T) {
	want := map[string]script{}
	for name, table := range unicode.Scripts {
		for _, s := range scriptTables {
			if slices.Contains(s.tables, table) {
				want[name] = s.script
			}
		}
		if name == "Common" || name == "Inherited" { // of several scripts
			continue
		}
		check := func(from, to, step rune) {
			for r := from; r <= to; r += step {
				if r >= 0x80 && unicode.IsLetter(r) && scriptOf(r) != cmp.Or(want[name], otherScript) {
					t.Fatalf("%c (%U) of %s is %d", r, r, name, scriptOf(r))
				}
				if isCut := unspaced(r) != ofWords; unicode.IsLetter(r) && isCut != (want[name] >= firstUnspaced) {
					t.Fatalf("%c (%U) of %s is cut: %t", r, r, name, isCut)
				}
			}
		}
		for _, part := range table.R16 {
			check(rune(part.Lo), rune(part.Hi), rune(part.Stride))
		}
		for _, part := range table.R32 {
			check(rune(part.Lo), rune(part.Hi), rune(part.Stride))
		}
	}
}

// TestMarkup: tags and entities of HTML beside signs that are none.
func TestMarkup(t *testing.T) {
	has := []string{"<p>", "a</P>b", "<br />", "<br/>", "<DIV class=x>", "x < y <b>z</b>", "a&nbsp;b", "R&amp;D", "&#39;", "&#x27;",
		"AT&T and &lt;", "<a href='x'>", "<img src=x>"}
	hasNot := []string{"", "a < b > c", "x <p", "1<2 and 3>2", "R&D", "AT&T; and so on", "a & b;", "a &b=c;", "&;", "&", "<", "a<",
		"&" + strings.Repeat("x", 10) + ";", "<pre", "i <3 you", "<é"}
	for want, list := range map[bool][]string{true: has, false: hasNot} {
		for _, text := range list {
			must.Equal(t, markup.Has(text), want, "%q", text)
		}
	}
}

// TestLanguages: sentences by hand. Few words, and names, tell no language.
func TestLanguages(t *testing.T) {
	s := New()
	for text, want := range map[string]string{
		"The fox is not in the wood, and it was never there.":       "English",
		"Der Fuchs ist nicht im Wald, und er war auch nie dort.":    "German",
		"Le renard n'est pas dans la forêt et il n'y a jamais été.": "French",
		"Лиса не была в лесу, и она его никогда не видела.":         "Russian",
		"рыжая лиса": "Cyrillic letters",
		"red fox":    "",
		"University of Dar es Salaam, Juan de la Cruz": "",
		"iPhone 15 Pro Max发布":                          "",
		"狐狸不在森林里":                                      "Chinese characters",
		"狐狸不在森林里，它从来没有去过那里（Vulpes vulpes），也没有人见过": "Chinese",
		"東京都のキツネ":   "Japanese",
		"여우는 숲에 없다": "Korean",
		"สุนัขจิ้งจอกไม่อยู่ในป่า": "Thai",
		"1 2 ...": "",
	} {
		must.Equal(t, s.Texts[s.number(text)].Language.String(), want, "%q", text)
	}
	languages := map[string]Language{}
	for i, name := range languageNames {
		languages[name] = Language(i)
	}
	for pair, want := range map[[2]string]bool{{"English", "German"}: true, {"English", "Chinese"}: true, {"Danish", "Swedish"}: false,
		{"Chinese", "Japanese"}: true, {"Chinese characters", "Japanese"}: false, {"Russian", "Cyrillic letters"}: false,
		{"Greek", "Cyrillic letters"}: true, {"Persian", "Arabic letters"}: false, {"Russian", "Spanish"}: true} {
		a, b := languages[pair[0]], languages[pair[1]]
		if a == 0 || b == 0 || a.Differs(b) != want || b.Differs(a) != want || a.Differs(a) || a.Differs(0) {
			t.Errorf("%v differ: %t", pair, !want)
		}
	}
}
