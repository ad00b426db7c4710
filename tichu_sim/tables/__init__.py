"""What a run writes: Parquet schemas, writer and reader."""
