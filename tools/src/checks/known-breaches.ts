import type { Reach } from '#/checks/imports/boundaries.ts';
import type { Knot } from '#/checks/imports/folder-cycles.ts';

/**
 * Circles of folders that are there today. This list only gets shorter: the check fails for an entry that is not as it stands here any
 * more, and for every circle that is not in it.
 */
export const KNOWN_KNOTS: readonly Pick<Knot, 'folder' | 'entries'>[] = [];

/** Files of tests that reach into the gateway or a service. This list only gets shorter, too. */
export const KNOWN_REACHES: readonly Reach[] = [
  ...reaches('services/blocks', [
    'test/bench/backfill/job.ts',
    'test/bench/backfill/prepare-fetch.ts',
    'test/bench/backfill/prepare-follow.ts',
    'test/bench/backfill/recorded-network.ts',
    'test/bench/backfill/serve-stream.ts',
    'test/bench/generated-backfill/network-of.ts',
    'test/bench/generated-backfill/race-from-node.ts',
    'test/bench/generated-backfill/run-generated.ts',
    'test/bench/latency/measure-floor.ts',
    'test/contracts/generated-chain/generated-chain.test.ts',
    'test/contracts/generated-chain/index-from-node.ts',
    'test/contracts/kubernetes/environment.test.ts',
    'test/e2e/as-of/open-services.ts',
    'test/fault/plan/draw-tips.ts',
    'test/fault/plan/plan.test.ts',
  ]),
  ...reaches('services/addresses', ['test/bench/big-address/address-stand.ts', 'test/e2e/as-of/open-services.ts']),
  ...reaches('services/currencies', ['test/e2e/as-of/open-services.ts']),
  ...reaches('services/identities', ['test/e2e/as-of/open-services.ts']),
  ...reaches('gateway', [
    'test/bench/gateway/shapes.test.ts',
    'test/contracts/api-schema.test.ts',
    'test/contracts/error-codes.test.ts',
    'test/contracts/kubernetes/environment.ts',
    'test/contracts/list-sizes.test.ts',
    'test/contracts/per-team-deployment.test.ts',
    'test/e2e/as-of/open-services.ts',
    'test/e2e/as-of/stepped-installation.ts',
  ]),
];

function reaches(into: string, files: string[]): Reach[] {
  return files.map((from) => ({ from, into }));
}
