import { setTimeout as wait } from 'node:timers/promises';
import { postOperation } from '@ledgergraph/test-kit/client';

const SLICE_MS = 8_000;
const SETTLE_MS = 3_000;
/** From one read of the quiet team to its next: within its rate of calls. */
const READ_EVERY_MS = 50;

/** A question that another team asks quietly. */
export interface Read {
  name: string;
  query: string;
  variables: (number: number) => Record<string, unknown>;
}

/** Milliseconds of one read of a quiet team, alone and while another team attacks. */
export interface FairnessSample {
  attack: string;
  read: string;
  quietMs: number[];
  attackedMs: number[];
  /** Reads of the quiet team that got no data. */
  failures: number;
  /** Answers that the attacker got, by status. */
  attackerAnswers: Record<string, number>;
}

export interface Beside {
  gatewayUrl: string;
  /** Key of the quiet team. */
  key: string;
  read: Read;
  rounds: number;
  /** Name of the attack. */
  name: string;
  /** Begins the attack. @returns ends it and gives its answers by status */
  begin: () => () => Promise<ReadonlyMap<number, number>>;
}

/** Measures the same read alone and beside an attack, in turns. */
export async function measureBeside({ gatewayUrl, key, read, rounds, name, begin }: Beside): Promise<FairnessSample> {
  const result: FairnessSample = {
    ...{ attack: name, read: read.name, quietMs: [], attackedMs: [] },
    ...{ failures: 0, attackerAnswers: {} },
  };
  let number = 0;
  const ask = async (durationMs: number, into: number[]): Promise<void> => {
    const endsAt = performance.now() + durationMs;
    for (let dueAt = performance.now(); dueAt < endsAt; dueAt += READ_EVERY_MS) {
      await wait(Math.max(0, dueAt - performance.now()));
      const { status } = await postOperation(gatewayUrl, key, read.query, read.variables(number++));
      // From the moment at which it was due: a slow answer also delays the reads behind it.
      into.push(performance.now() - dueAt);
      if (status !== 200) result.failures += 1;
    }
  };
  for (let round = 0; round < rounds; round += 1) {
    await ask(SETTLE_MS, []);
    await ask(SLICE_MS, result.quietMs);
    const end = begin();
    await ask(SETTLE_MS, []);
    await ask(SLICE_MS, result.attackedMs);
    for (const [status, count] of await end())
      result.attackerAnswers[status] = (result.attackerAnswers[status] ?? 0) + count;
  }
  return result;
}
