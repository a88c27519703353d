# ms-swift, for Qwen3-Reranker (--task_type generative_reranker) and embedders (swift-embedding, --loss_type infonce);
# --prompt is the system's message, and MAX_NEGATIVE_SAMPLES how many negatives of a row it takes.
axiomine gen -c wikiqa --data "$WIKIQA" --judged-queries 10 --ratio 7:1 --output-format swift,swift-embedding --group-size 8 -o swift
ls swift/shards/swift/train-*.jsonl # --dataset of swift sft
