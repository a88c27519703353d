package shard

import (
	"errors"
	"testing"

	"github.com/axiomine/axiomine/configs/fault"
)

// Manifests that are none, with the exact message.
func TestMalformedManifest(t *testing.T) {
	const whole = `{"schema_version": 1, "shards": [{"path": "pairs/train-00000-of-00001.parquet", "rows": 1, "bytes": 2, "sha256": "x"}]}`
	for _, c := range [][2]string{
		{"", ""}, {"\n", ""}, {"{", ""}, {"[]", ""}, {"null", ""}, {"5", ""}, {`"manifest"`, ""}, {whole[:40], ""}, {whole + "x", ""}, {whole + whole, ""},
		{"PAR1", ""}, {"{}", ""}, {`{"schema_version": 0}`, ""}, {`{"schema_version": 99}`, ""}, {`{"schema_version": "1"}`, ""}, {`{"schema_version": 1.5}`, ""},
		{`{"schema_version": 1, "shards": {}}`, ""}, {`{"schema_version": 1, "shards": [{"path": 5}]}`, ""},
		{`{"schema_version": 1, "shards": [{"path": ""}]}`, ""}, {`{"schema_version": 1, "shards": [{"path": "/etc/passwd"}]}`, ""},
		{`{"schema_version": 1, "shards": [{"path": "a/../../b"}]}`, ""}, {`{"schema_version": 1, "shards": [{"path": "a", "rows": -1}]}`, ""},
		{`{"schema_version": 1, "shards": [{"path": "a", "rows": 1e30}]}`, ""}, {`{"schema_version": 1, "shards": [{"path": "a", "rows": "x"}]}`, ""},
		{`{"schema_version": 1, "seed": "x"}`, ""},
		{`{"schema_version": 1, "shards": [{"path": "a", "bytes": -1}]}`, ""}, {`{"schema_version": 1, "shards": [{"path": "a"}, {"path": "a"}]}`, ""},
	} {
		_, err := parseManifest("manifest.json", []byte(c[0]))
		if e := new(fault.Error); !errors.As(err, &e) || e.Kind != fault.Input || err.Error() != c[1] {
			t.Errorf("\t\t{%q, %q},", c[0], err)
		}
	}
	if _, err := parseManifest("manifest.json", []byte(whole)); err != nil {
		t.Error(err)
	}
}
