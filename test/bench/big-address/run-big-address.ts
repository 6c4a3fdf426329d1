import { type ExtremeRead, listExtremeReads } from '@ledgergraph/generators/generated-rows/big-address';
import { interleave } from '../measure/interleave.ts';
import { type AddressStand, BIG_AND_SMALL, openAddressStand } from './address-stand.ts';

/** Requests of one slice; one after another, so that nothing waits for anything but the answer. */
const REQUESTS = 50;
const WARM_UP = 10;

/** Milliseconds of one request. */
export interface SidesMs {
  big: number;
  small: number;
}

/** One read of the large address and of the small one. */
export interface BigAddressSamples {
  read: string;
  rounds: SidesMs[];
  /** Pages of 8 kB that Postgres looked at for one answer. */
  pages: SidesPages;
}

interface SidesPages {
  big: number;
  small: number;
}

/** @param progress gets a line for each step */
export async function runBigAddress(
  rounds: number,
  cleanup: AsyncDisposableStack,
  progress: (text: string) => void,
): Promise<BigAddressSamples[]> {
  progress('big-address: generating rows');
  const stand = await openAddressStand(cleanup);
  const ofSmall = listExtremeReads(BIG_AND_SMALL, BIG_AND_SMALL.small, stand.tipHash);
  const samples: BigAddressSamples[] = [];
  for (const [index, big] of listExtremeReads(BIG_AND_SMALL, BIG_AND_SMALL.big, stand.tipHash).entries()) {
    const small = ofSmall[index];
    if (small === undefined) throw new Error(`no ${big.name} of the small address`);
    progress(`big-address: ${big.name}`);
    samples.push({
      read: big.name,
      rounds: await measureRounds(stand, { big, small }, rounds),
      pages: { big: await stand.pagesOf(big), small: await stand.pagesOf(small) },
    });
  }
  return samples;
}

async function measureRounds(
  stand: AddressStand,
  reads: { big: ExtremeRead; small: ExtremeRead },
  rounds: number,
): Promise<SidesMs[]> {
  const measured: SidesMs[] = [];
  for (const side of ['big', 'small'] as const) await askTimes(stand, reads[side], WARM_UP);
  for (let round = 0; round < rounds; round += 1) {
    const ms: SidesMs = { big: 0, small: 0 };
    for (const side of interleave(['big', 'small'] as const, round))
      ms[side] = await askTimes(stand, reads[side], REQUESTS);
    measured.push(ms);
  }
  return measured;
}

/** @returns milliseconds of one */
async function askTimes(stand: AddressStand, read: ExtremeRead, times: number): Promise<number> {
  const start = performance.now();
  for (let index = 0; index < times; index += 1) await stand.ask(read);
  return (performance.now() - start) / times;
}
