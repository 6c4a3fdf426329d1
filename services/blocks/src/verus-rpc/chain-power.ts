/** As the node prints it: hex, big endian. */
export interface ChainPower {
  chainwork: string;
  chainstake: string;
}

/** Work and stake count alike, as shares of the larger one (docs/verus/chains.md#choice-of-chain). Exact, unlike the daemon's rounding. */
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
