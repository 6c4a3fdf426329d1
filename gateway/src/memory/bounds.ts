const MIB = 1024 * 1024;

/**
 * Bytes that each cache and queue may hold, whatever clients ask for. They and the process fit into the memory of its pod:
 * `memory/bounds.test.ts`.
 */
export const MEMORY_BOUNDS = {
  /** For one graph. */
  operations: 20 * MIB,
  /** For one graph. */
  subscriptions: 8 * MIB,
  /** For one graph: half a megabyte for a whole one. */
  introspections: 12 * MIB,
  persistedQueries: 8 * MIB,
  /** Texts whose keys in the cache of answers are known. */
  requestKeys: 6 * MIB,
  eventResults: 24 * MIB,
  selections: 8 * MIB,
  /** Blocks, changes and pages of mempools that streams have read. */
  chainReads: 8 * MIB,
  /** For one chain: its newest changes, beside what is pending. */
  poolWindow: 12 * MIB,
  /** Also keys that do not exist. */
  knownKeys: 8 * MIB,
  unknownKeys: 3 * MIB,
  parsedKeys: 4 * MIB,
  /** Bodies of up to 64 kB that have not come whole. */
  slowBodies: 24 * MIB,
  unreadAnswers: 48 * MIB,
  /** Texts that have not come whole, or that an operation holds as values. */
  subgraphAnswers: 48 * MIB,
  /** Answers of up to 64 kB. */
  shortSubgraphAnswers: 8 * MIB,
  /** With their request's text and the addresses that they name. */
  openStreams: 128 * MIB,
  streamResults: 32 * MIB,
  /** Not read by their peers yet. */
  socketMessages: 32 * MIB,
};

/** The most that a character takes. */
export const BYTES_PER_CHARACTER = 2;
/** Beside key and value. */
export const ENTRY_BYTES = 256;
