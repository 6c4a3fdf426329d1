const MIB = 1024 * 1024;

/** Bytes that each queue of a portal may hold, whatever clients ask for. */
export const MEMORY_BOUNDS = {
  /** Bodies of requests for the dashboard, until they are answered. */
  dashboardBodies: 24 * MIB,
  /** Exports under way: the pages that are read ahead, and the rows that are written. */
  exports: 96 * MIB,
  /** Answers of feeds, while they are read and until their clients have them. */
  feeds: 96 * MIB,
  /** Answers of feeds without a key, for those who ask the same at the same block. */
  keptFeeds: 16 * MIB,
};
