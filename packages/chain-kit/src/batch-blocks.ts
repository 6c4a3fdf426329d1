/**
 * Blocks per transaction of an indexer in backfill, fewer where they are large (the stream bounds its answers in bytes): what a batch looks
 * up and writes once, it does once for all of them.
 */
export const BATCH_BLOCKS = 2_000;
