package shard

import (
	"errors"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
)

// Manifests that are none, with the exact message.
func TestMalformedManifest(t *testing.T) {
	const whole = `{"schema_version": 3, "shards": [{"path": "pairs/train-00000-of-00001.parquet", "rows": 1, "bytes": 2, "sha256": "x"}]}`
	for _, c := range [][2]string{
		{"", "manifest.json: not a manifest: it is empty; hint: it is written by axiomine tokenize shards"},
		{"{", "manifest.json: not a manifest: it is cut off; hint: it is written by axiomine tokenize shards"},
		{"[]", "manifest.json:1: not a manifest: it holds an array; hint: it is written by axiomine tokenize shards"},
		{"{\"schema_version\": 3, \"shards\": [{\"path\"", "manifest.json: not a manifest: it is cut off; hint: it is written by axiomine " +
			"tokenize shards"},
		{"{\"schema_version\": 3, \"shards\": [{\"path\": \"pairs/train-00000-of-00001.parquet\", \"rows\": 1, \"bytes\": 2, \"sha256\": " +
			"\"x\"}]}x", "manifest.json:1: not a manifest: invalid character 'x' after top-level value; hint: it is written by axiomine " +
			"tokenize shards"},
		{"{\"schema_version\": 99}", "manifest.json: schema version 99, not 3; hint: use the version of axiomine that wrote it"},
		{"{\"schema_version\": 3, \"shards\": [{\"path\": \"a/../../b\"}]}",
			"manifest.json: shard \"a/../../b\" lies outside the directory; hint: write the shards again"},
		{"{\"schema_version\": 3, \"shards\": [{\"path\": \"a\", \"rows\": -1}]}",
			"manifest.json: shard \"a\" has -1 rows and 0 bytes; hint: write the shards again"},
		{"{\"schema_version\": 3, \"shards\": [{\"path\": \"a\", \"rows\": 1e30}]}",
			"manifest.json:1: not a manifest: shards.rows holds a number 1e30; hint: it is written by axiomine tokenize shards"},
		{"{\"schema_version\": 3, \"shards\": [{\"path\": \"a\"}, {\"path\": \"a\"}]}",
			"manifest.json: shard \"a\" stands twice; hint: write the shards again"},
	} {
		_, err := parseManifest("manifest.json", []byte(c[0]))
		if e := new(errs.Error); !errors.As(err, &e) || e.Kind != errs.Input || err.Error() != c[1] {
			t.Errorf("\t\t{%q, %q},", c[0], err)
		}
	}
	if _, err := parseManifest("manifest.json", []byte(whole)); err != nil {
		t.Error(err)
	}
}
