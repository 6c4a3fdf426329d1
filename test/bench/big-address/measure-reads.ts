import type { ExtremeRead } from '@ledgergraph/generators/generated-rows/big-address';
import { interleave } from '../measure/interleave.ts';
import type { AddressStand } from './address-stand.ts';

/** One after another, so that nothing waits for anything but the answer. */
const REQUESTS = 50;
const WARM_UP = 10;

export interface SidesMs {
  big: number;
  small: number;
}

export interface BigAddressSamples {
  read: string;
  rounds: SidesMs[];
  /** Pages of 8 kB for one answer. */
  pages: SidesPages;
}

interface SidesPages {
  big: number;
  small: number;
}

export interface ReadPair {
  read: string;
  big: ExtremeRead;
  small: ExtremeRead;
}

export async function measureReads(stand: AddressStand, pair: ReadPair, rounds: number): Promise<BigAddressSamples> {
  return {
    read: pair.read,
    rounds: await measureRounds(stand, pair, rounds),
    pages: { big: await stand.pagesOf(pair.big), small: await stand.pagesOf(pair.small) },
  };
}

async function measureRounds(stand: AddressStand, reads: ReadPair, rounds: number): Promise<SidesMs[]> {
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

async function askTimes(stand: AddressStand, read: ExtremeRead, times: number): Promise<number> {
  const start = performance.now();
  for (let index = 0; index < times; index += 1) await stand.ask(read);
  return (performance.now() - start) / times;
}
