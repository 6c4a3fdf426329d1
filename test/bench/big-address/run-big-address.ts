import { generateBigAndSmall, listExtremeReads } from '@ledgergraph/generators/generated-rows/big-address';
import { BIG_AND_SMALL, openAddressStand } from './address-stand.ts';
import { type BigAddressSamples, measureReads } from './measure-reads.ts';

/** Reads of a large address against those of a small one. @param progress gets a line for each step */
export async function runBigAddress(
  rounds: number,
  cleanup: AsyncDisposableStack,
  progress: (text: string) => void,
): Promise<BigAddressSamples[]> {
  progress('big-address: generating rows');
  const stand = await openAddressStand(cleanup, (db) => generateBigAndSmall(db, BIG_AND_SMALL));
  const ofSmall = listExtremeReads(BIG_AND_SMALL, BIG_AND_SMALL.small, stand.tipHash);
  const samples: BigAddressSamples[] = [];
  for (const [index, big] of listExtremeReads(BIG_AND_SMALL, BIG_AND_SMALL.big, stand.tipHash).entries()) {
    const small = ofSmall[index];
    if (small === undefined) throw new Error(`no ${big.name} of the small address`);
    progress(`big-address: ${big.name}`);
    samples.push(await measureReads(stand, { read: big.name, big, small }, rounds));
  }
  return samples;
}
