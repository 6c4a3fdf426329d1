/**
 * Blocks per transaction of an indexer in backfill, fewer where they are large, since the stream bounds its responses in bytes.
 * The look-ups and writes of a batch happen once for all of its blocks.
 */
export const BATCH_BLOCKS = 2_000;
