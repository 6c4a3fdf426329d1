/** Folders and files, from the root, whose English is still to be made plain. The list only gets shorter, and ends empty. */
export const NOT_YET_PLAIN: readonly string[] = [
  'gateway/src/limits',
  'test/bench/backfill',
  'test/bench/big-address',
  'test/bench/data-layer',
  'test/bench/gateway',
  'test/bench/gateway-alone',
  'test/bench/gateway-cached',
  'test/bench/gateway-memory',
  'test/bench/generated-backfill',
  'test/bench/latency',
  'test/bench/live',
  'test/bench/mempool',
  'test/bench/report',
  'test/bench/sizes.ts',
  'test/bench/stub-services',
];

/** Pages, from the root, with lines that are still too long. The list only gets shorter, and ends empty. */
export const STILL_TOO_WIDE: readonly string[] = [];
