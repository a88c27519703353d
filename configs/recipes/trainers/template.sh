# TRL and rows of your own make: --template is a name (dpo, dpo-chat, reward, rankt5, yes-no, rankzephyr) or a file.
# The file is a JSON object whose strings hold placeholders (axiomine help template).
axiomine gen -c wikiqa --data "$WIKIQA" --judged-queries 10 --ratio 7:1 --output-format template --template reward -o reward
echo '{"input": "{query} [SEP] {document:400}", "target": "{label:good|bad}"}' > own.json
axiomine gen -c wikiqa --data "$WIKIQA" --judged-queries 10 --ratio 7:1 --output-format template --template own.json -o own
head -n 1 reward/shards/template/train-00000-of-*.jsonl own/shards/template/train-00000-of-*.jsonl
