# tevatron; --group-size is its --train_group_size, and its --dataset_path the files that the last line counts.
axiomine gen -c wikiqa --data "$WIKIQA" --judged-queries 10 --ratio 7:1 --output-format tevatron --group-size 8 -o tevatron
wc -l tevatron/shards/tevatron/train-*.jsonl
