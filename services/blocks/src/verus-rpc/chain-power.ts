/** Accumulated weight of a chain up to a block, as the node prints it: hex, big endian. */
export interface ChainPower {
  chainwork: string;
  chainstake: string;
}

/**
 * True when a chain outweighs another by the protocol's own measure: work and stake count alike, each as a share of the larger of
 * the two (docs/verus/chains.md#choice-of-chain). The daemon rounds the shares; the comparison here is exact, so that one more block on a
 * long chain still counts.
 */
export function outweighs(challenger: ChainPower, holder: ChainPower): boolean {
  const work = [amount(challenger.chainwork), amount(holder.chainwork)] as const;
  const stake = [amount(challenger.chainstake), amount(holder.chainstake)] as const;
  const workMax = larger(...work);
  const stakeMax = larger(...stake);
  // a.work/workMax + a.stake/stakeMax > b.work/workMax + b.stake/stakeMax, without a division
  return work[0] * stakeMax + stake[0] * workMax > work[1] * stakeMax + stake[1] * workMax;
}

function larger(a: bigint, b: bigint): bigint {
  const max = a > b ? a : b;
  return max === 0n ? 1n : max;
}

function amount(hexText: string): bigint {
  return hexText === '' ? 0n : BigInt(`0x${hexText}`);
}
