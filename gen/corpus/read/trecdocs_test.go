package read

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// The quirks are those that the formats contract names for TREC SGML documents; expected values are by hand from it.
func TestTRECDocuments(t *testing.T) {
	for _, c := range []struct {
		name, text string
		fields     []string
		want       []corpus.Doc
		unknown    int
	}{
		{name: "tags in any case and with attributes, id over lines",
			text: "<Doc id=\"x\" type=y>\n<DocNo>\n FT911-3 \n</docno>\n<text>one\ntwo</TEXT></DOC>",
			want: []corpus.Doc{{ID: "FT911-3", Text: "one\ntwo"}}},
		{name: "title and text tags, several texts, date left out",
			text: "<DOC><DOCNO>1</DOCNO><DD>5 May</DD><HL>Head\n " +
				"line</HL><LP>Lead.</LP>\n<TEXT>\nBody.\n</TEXT><DATE>d</DATE><TEXT>More.</TEXT></DOC>",
			want: []corpus.Doc{{ID: "1", Title: "Head\n line", Text: "Lead.\nBody.\nMore."}}},
		{name: "date asked for", fields: []string{"title", "text", "date"},
			text: "<DOC><DOCNO>1</DOCNO><DATE>5 May</DATE><HEAD>h</HEAD><TEXT>t</TEXT></DOC>",
			want: []corpus.Doc{{ID: "1", Title: "h", Text: "5 May\nt"}}},
		{name: "one tag asked for", fields: []string{"lp"},
			text: "<DOC><DOCNO>1</DOCNO><HEAD>h</HEAD><LP>lead</LP><TEXT>t</TEXT></DOC>",
			want: []corpus.Doc{{ID: "1", Text: "lead"}}},
		{name: "inner tags and comments act as a space",
			text: "<DOC><DOCNO>1</DOCNO><TEXT>a<P>b</P>c<F P=105>d<!-- no\n <TEXT> -->e<!DOCTYPE x>f<br/>g</TEXT></DOC>",
			want: []corpus.Doc{{ID: "1", Text: "a b c d e f g"}}},
		{name: "unescaped < and & are text",
			text: "<DOC><DOCNO>1</DOCNO><TEXT>p < 0.05 & q<3, AT&T; R&D; a<</TEXT></DOC>",
			want: []corpus.Doc{{ID: "1", Text: "p < 0.05 & q<3, AT&T; R&D; a<"}}, unknown: 2}, // &T; and &D; have the form of entities
		{name: "entities",
			text: "<DOC><DOCNO>1</DOCNO><TEXT>&lt;&gt;&amp;&quot;&apos;&nbsp;x&hyph;y&#65;&#x42;&#150;&blank;&#0;&amp</TEXT></DOC>",
			want: []corpus.Doc{{ID: "1", Text: "<>&\"'\u00a0x-yAB–\u2423&#0;&amp"}}, unknown: 1},
		{name: "names of HTML differ by case; of an unknown one no part is decoded",
			text: "<DOC><DOCNO>1</DOCNO><HEAD>M&uuml;ller</HEAD><TEXT>caf&eacute; &Uuml;ber&mdash;&CounterClockwiseContourIntegral;&notit;" +
				"&semi;&NotEqualTilde;&eAcute;&#x110000;</TEXT></DOC>",
			want: []corpus.Doc{{ID: "1", Title: "Müller", Text: "café Über—∳&notit;;≂̸&eAcute;&#x110000;"}}, unknown: 3},
		{name: "without content tags all behind the id is text",
			text: "<DOC>\n<DOCNO>1</DOCNO>\ncompact memories have\nflexible capacities\n</DOC>\n<DOC>\n<DOCNO>2</DOCNO>\n</DOC>",
			want: []corpus.Doc{{ID: "1", Text: "compact memories have\nflexible capacities"}, {ID: "2"}}},
		{name: "header dropped",
			text: "<DOC><DOCNO>1</DOCNO><DOCHDR>http://x\n<TEXT>no</TEXT></DOCHDR><TEXT>yes</TEXT></DOC>",
			want: []corpus.Doc{{ID: "1", Text: "yes"}}},
		{name: "page of a web collection",
			text: "<DOC><DOCNO>W1</DOCNO><DOCHDR>\nhttp://x\n</DOCHDR><html><head><title>Title</title></head><body>one " +
				"<b>two</b></body></html></DOC>",
			want: []corpus.Doc{{ID: "W1", Title: "Title", Text: "one  two"}}},
		{name: "content tag that is not closed ends at the next",
			text: "<DOC><DOCNO>1</DOCNO><HEADLINE>head\n<TEXT>body</DOC>",
			want: []corpus.Doc{{ID: "1", Title: "head", Text: "body"}}},
		{name: "content tag inside another is an inner tag",
			text: "<DOC><DOCNO>1</DOCNO><TEXT>a <HEAD>b</HEAD> c</TEXT></DOC>",
			want: []corpus.Doc{{ID: "1", Text: "a  b  c"}}},
		{name: "tags that only begin like the wanted ones",
			text: "<DOCS>\n<DOC><DOCNO>1</DOCNO><DOCID>9</DOCID><TEXTS>no</TEXTS><TEXT>a <DOC> b</TEXT></DOC>\n</DOCS>",
			want: []corpus.Doc{{ID: "1", Text: "a   b"}}},
		{name: "id not closed", text: "<DOC><DOCNO> A-1\n<TEXT>t</TEXT></DOC>", want: []corpus.Doc{{ID: "A-1", Text: "t"}}},
		{name: "several on a line", text: "<DOC><DOCNO>1</DOCNO>a</DOC><DOC><DOCNO>2</DOCNO>b</DOC>",
			want: []corpus.Doc{{ID: "1", Text: "a"}, {ID: "2", Text: "b"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var rep Report
			got := readDocs(t, "docs.trec", c.text, TREC, Options{DocFields: c.fields, Strict: true}, &rep)
			must.Same(t, got, c.want)
			if n := count(&rep, fileform.UnknownEntity); n != c.unknown {
				t.Errorf("%d unknown entities, want %d", n, c.unknown)
			}
		})
	}
}

func TestTRECDocumentsSkipped(t *testing.T) {
	text := "<DOC>\n<DOCNO>1</DOCNO>\n<TEXT>cut\n<DOC>\n<DOCNO> " +
		"</DOCNO>\n</DOC>\n<DOC>\n<DOCNO>2</DOCNO>\n</DOC>\n</DOC>\n<DOC>\n<DOCNO>3</DOCNO>\n"
	var rep Report
	got := readDocs(t, "docs.trec", text, TREC, Options{}, &rep)
	if len(got) != 1 || got[0].ID != "2" {
		t.Errorf("got %v, want document 2 alone", got)
	}
	want := "skipped 2 documents: document without </DOC> (F:1, F:11)\nskipped 1 document: document without DOCNO (F:4)"
	if lines := strings.Join(rep.Lines(), "\n"); strings.ReplaceAll(lines, rep.Reasons[0].Places[0].File, "F") != want {
		t.Errorf("report:\n%s\nwant:\n%s", lines, want)
	}
}
