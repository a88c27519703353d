package main

import (
	"strings"
	"testing"
)

// Events as `go test -json` writes them, shortened: a package that passes with skips, one that fails, one that panics.
const events = `{"Action":"output","Package":"a","Test":"TestX/one","Output":"    x_test.go:7: needs ../shared/data\n"}
{"Action":"output","Package":"a","Test":"TestX/two","Output":"    x_test.go:9: needs WordNet\n"}
{"Action":"skip","Package":"a","Test":"TestX/one"}
{"Action":"skip","Package":"a","Test":"TestX/two"}
{"Action":"pass","Package":"a","Test":"TestX"}
{"Action":"output","Package":"a","Test":"TestY","Output":"    y_test.go:1: open ../shared: no such file\n"}
{"Action":"skip","Package":"a","Test":"TestY"}
{"Action":"output","Package":"a","Output":"PASS\n"}
{"Action":"output","Package":"a","Output":"ok  \ta\t0.1s\n"}
{"Action":"pass","Package":"a"}
{"Action":"output","Package":"b","Test":"TestGood","Output":"    noise\n"}
{"Action":"pass","Package":"b","Test":"TestGood"}
{"Action":"output","Package":"b","Test":"TestBad","Output":"    b_test.go:3: wrong\n"}
{"Action":"fail","Package":"b","Test":"TestBad"}
{"Action":"output","Package":"b","Output":"FAIL\tb\t0.1s\n"}
{"Action":"fail","Package":"b"}
{"ImportPath":"c","Action":"build-output","Output":"c.go:1: syntax error\n"}
{"Action":"output","Package":"d","Test":"TestPanics","Output":"panic: lost\n"}
{"Action":"output","Package":"d","Output":"FAIL\td\t0.1s\n"}
{"Action":"fail","Package":"d"}
not an event
{"Action":"skip","Package":"e"}
`

const shown = `ok  	a	0.1s
    b_test.go:3: wrong
FAIL	b	0.1s
c.go:1: syntax error
panic: lost
FAIL	d	0.1s
not an event
1 check skipped: needs WordNet
2 checks skipped: they need ../shared (golden vectors, collections)
`

func summarized(raw bool) string {
	var out strings.Builder
	s := newSummary(&out, raw)
	if err := s.read(strings.NewReader(events)); err != nil {
		panic(err)
	}
	s.conclude()
	return out.String()
}

func TestSummary(t *testing.T) {
	if got := summarized(false); got != shown {
		t.Errorf("got\n%s\nwant\n%s", got, shown)
	}
	counts := shown[strings.Index(shown, "1 check"):]
	if got := summarized(true); got != events+counts {
		t.Errorf("raw events become\n%s", got)
	}
}

func TestExitCode(t *testing.T) {
	var out strings.Builder
	if code, err := run(&out, false, []string{"./no-such-package"}); err != nil || code == 0 {
		t.Errorf("code %d, %v\n%s", code, err, out.String())
	}
}
