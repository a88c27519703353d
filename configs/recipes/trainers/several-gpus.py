from datasets import load_dataset
from datasets.distributed import split_dataset_by_node
from torch.utils.data import DataLoader
rows = load_dataset("ranks/shards", "triplet", split="train", streaming=True)
rank = split_dataset_by_node(rows, rank=0, world_size=4)  # rank and world size as torch.distributed has them
loader = DataLoader(rank, batch_size=32, num_workers=2)
assert rows.n_shards == 32 and next(iter(loader))["anchor"]
