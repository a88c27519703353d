package markup

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"golang.org/x/net/html"
	"pgregory.net/rapid"
)

// TestStrip: by hand, after the HTML standard's tokens.
func TestStrip(t *testing.T) {
	for text, want := range map[string]string{
		"plain, 3 < 4 & 5 > 2":                   "plain, 3 < 4 & 5 > 2",
		"R&D; at AT&T":                           "R&D; at AT&T",
		"List<String> of <foo@bar.com>":          "List<String> of <foo@bar.com>",
		"<p>one</p><p>two</p>":                   "one\ntwo",
		"<ul><li>M&uuml;ll<li>tief&shy;bau</ul>": "Müll\ntiefbau",
		"<![CDATA[<p>a]]>":                       "a",
		"<![CDATA[two]]>":                        "two",
		"a[x[1]]>2":                              "a[x[1]]>2",
		"a<b>bc</b>d <EM class=\"x>y\">e</EM>":   "abcd e",
		"x<br/>y<!-- no text -->z":               "x\nyz",
		"<!DOCTYPE html><title>T</title>one":     "T\none",
		"<p>a</p><script>if (a<b) {'<p>'}</script>c<style>p{}</style>": "a\nc",
		"use the <script> tag <p> first":                               "use the  tag <p> first",
		"<p>List<String> if a <b":                                      "List<String> if a <b",
		"&lt;p&gt; is a tag":                                           "<p> is a tag",
		"a &#252; &#xfc; <b>&nosuch;</b>":                              "a ü ü &nosuch;",
		"<p>1 <? 2 </ 3>":                                              "1 <? 2 </ 3>",
	} {
		must.Equal(t, Strip(text), want, "%q", text)
		must.Equal(t, Has(text), (want != text), "%q: has markup", text)
	}
}

// TestSoftHyphens: they are no markup that is shown, and go with it.
func TestSoftHyphens(t *testing.T) {
	must.Equal(t, Strip("tief\u00adbau"), "tiefbau", "without markup")
	must.Equal(t, Has("tief\u00adbau"), false, "markup")
}

// TestStripKeepsWords: of paragraphs of words, whatever they hold, all words are left.
func TestStripKeepsWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-z<>&;/"!=-]{1,8}`), 1, 6).Draw(t, "words")
		text := ""
		for _, w := range words {
			text += "<p>" + html.EscapeString(w) + "</p>"
		}
		if got := Strip(text); got != strings.Join(words, "\n") {
			t.Fatalf("%q: %q", text, got)
		}
	})
}
