/** Folders and files, from the root, whose English is still to be made plain. The list only gets shorter, and ends empty. */
export const NOT_YET_PLAIN: readonly string[] = [
  'README.md',
  'deploy/backup.sh',
  'deploy/images',
  'docs/guarantees.md',
  'docs/internal-contracts.md',
  'docs/security.md',
  'gateway/src/limits',
  'jest.config.js',
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
  'test/contracts',
  'test/e2e',
];

/** Pages, from the root, with lines that are still too long. The list only gets shorter, and ends empty. */
export const STILL_TOO_WIDE: readonly string[] = ['docs/verus/sending.md'];
