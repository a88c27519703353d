# FlagEmbedding (BGE embedders and rerankers). Its 1.4.2 does not import under transformers 5.24.0; under 5.23.0 it
# trains. Name the training files, since a folder would be read with its other splits. --prompt is the instruction of
# every query. flagembedding-distil has the scores of --scores, for --knowledge_distillation True.
axiomine gen -c wikiqa --data "$WIKIQA" --judged-queries 10 --ratio 7:1 --output-format flagembedding --group-size 8 \
    --prompt "Represent this sentence for searching relevant passages: " -o bge
ls bge/shards/flagembedding/train-*.jsonl # --train_data of FlagEmbedding.finetune.reranker.encoder_only.base
