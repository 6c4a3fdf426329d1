/** Per transaction in backfill; fewer where they are large, since the stream bounds its responses in bytes. */
export const BATCH_BLOCKS = 2_000;
