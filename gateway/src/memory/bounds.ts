const MIB = 1024 * 1024;

/**
 * Bytes that the caches and queues of one gateway may hold, each whatever clients ask for. Their sum and the process itself fit into the
 * memory of its pod: `gateway/test/memory-bounds.test.ts`.
 */
export const MEMORY_BOUNDS = {
  /** Results of events, for streams that ask for the same. */
  eventResults: 24 * MIB,
  /** Selections of subscriptions. */
  selections: 8 * MIB,
};

/** The most that a character takes in memory. */
export const BYTES_PER_CHARACTER = 2;
/** An entry of a cache, beside its key and value. */
export const ENTRY_BYTES = 256;
