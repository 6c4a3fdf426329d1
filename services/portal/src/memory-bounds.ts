const MIB = 1024 * 1024;

export const MEMORY_BOUNDS = {
  dashboardBodies: 24 * MIB,
  exports: 96 * MIB,
  feeds: 96 * MIB,
  nodeRpc: 96 * MIB,
  /** Without a key, for the same question at the same block. */
  keptFeeds: 16 * MIB,
};
