import type { FollowOutcome } from '#/following/follow-chain.ts';
import type { EndpointStatus } from '#/verus-rpc/node-pool.ts';

/** A syncing node has the same fault at each block. */
export function withoutHeight(fault: string): string {
  return fault.replace(/block \d+( of \d+)?/, 'block');
}

export function describeUnusable(
  endpoints: readonly EndpointStatus[],
  outcome: FollowOutcome,
  height: number | null,
): string[] {
  return endpoints.map(({ name, info, error, chosen }) => {
    if (error !== null) return error.message;
    if (info === null) return `${name}: does not answer in time`;
    const where = info.blocks < info.headers ? `${info.blocks} of ${info.headers}` : `${info.blocks}`;
    const doing = info.blocks < info.headers ? ', and it is still syncing or reindexing' : '';
    return chosen && outcome === 'outweighed'
      ? `${name}: is on a branch that weighs less than ours, at block ${where} while we have ${height ?? 'none'}${doing}`
      : `${name}: is behind us, at block ${where} while we have ${height ?? 'none'}${doing}`;
  });
}
