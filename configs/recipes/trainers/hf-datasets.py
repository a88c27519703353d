from datasets import load_dataset
texts = load_dataset("hf/shards", "pairs", split="train")        # query, positive, negative, axiom, source
train = load_dataset("hf/shards", "cross", split="train")        # input_ids, token_type_ids, label
