const MIB = 1024 * 1024;

/**
 * Bytes that each cache and queue of a gateway may hold, whatever clients ask for. Their sum and the process itself fit into the memory of
 * its pod: `memory/bounds.test.ts`.
 */
export const MEMORY_BOUNDS = {
  /** Plans of operations, of one graph. */
  operations: 20 * MIB,
  /** Plans of subscriptions, of one graph. */
  subscriptions: 8 * MIB,
  /** Answers to introspections, of one graph: half a megabyte for a whole one. */
  introspections: 12 * MIB,
  /** Texts of persisted queries. */
  persistedQueries: 8 * MIB,
  /** Texts of requests whose keys in the cache of answers are known. */
  requestKeys: 6 * MIB,
  /** Results of events, for streams that ask for the same. */
  eventResults: 24 * MIB,
  /** Selections of subscriptions. */
  selections: 8 * MIB,
  /** Blocks, changes and pages of mempools that streams have read. */
  chainReads: 8 * MIB,
  /** Newest changes of a mempool, of one chain, beside what is pending there. */
  poolWindow: 12 * MIB,
  /** Keys as they were looked up: those that work, and those that do not exist. */
  knownKeys: 8 * MIB,
  unknownKeys: 3 * MIB,
  /** Headers with their parsed keys. */
  parsedKeys: 4 * MIB,
  /** Bodies of requests that have not come whole, of up to 64 kB each. */
  slowBodies: 24 * MIB,
  /** Answers that their clients have not read yet. */
  unreadAnswers: 48 * MIB,
  /** Text of long answers of subgraphs that have not come whole, or that an operation under way holds as values. */
  subgraphAnswers: 48 * MIB,
  /** The same of those that are no longer than 64 kB. */
  shortSubgraphAnswers: 8 * MIB,
  /** Open streams, with the texts that they were asked for with and the addresses that they name. */
  openStreams: 128 * MIB,
  /** Results that streams hold. */
  streamResults: 32 * MIB,
  /** Messages of WebSockets that their peers have not read. */
  socketMessages: 32 * MIB,
};

/** The most that a character takes in memory. */
export const BYTES_PER_CHARACTER = 2;
/** An entry of a cache, beside its key and value. */
export const ENTRY_BYTES = 256;
