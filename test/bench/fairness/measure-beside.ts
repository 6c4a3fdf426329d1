import { setTimeout as wait } from 'node:timers/promises';
import { postOperation } from '@ledgergraph/test-kit/client';

const SLICE_MS = 8_000;
const SETTLE_MS = 3_000;
/** Within the quiet team's rate of calls. */
const READ_EVERY_MS = 50;

export interface Read {
  name: string;
  query: string;
  variables: (number: number) => Record<string, unknown>;
}

export interface FairnessSample {
  attack: string;
  read: string;
  quietMs: number[];
  attackedMs: number[];
  failures: number;
  attackerAnswers: Record<string, number>;
}

export interface Beside {
  gatewayUrl: string;
  key: string;
  read: Read;
  rounds: number;
  name: string;
  /** @returns ends the attack and gives its answers by status */
  begin: () => () => Promise<ReadonlyMap<number, number>>;
}

export async function measureBeside({ gatewayUrl, key, read, rounds, name, begin }: Beside): Promise<FairnessSample> {
  const result: FairnessSample = {
    attack: name,
    read: read.name,
    quietMs: [],
    attackedMs: [],
    failures: 0,
    attackerAnswers: {},
  };
  let number = 0;
  const ask = async (durationMs: number, into: number[]): Promise<void> => {
    const endsAt = performance.now() + durationMs;
    for (let dueAt = performance.now(); dueAt < endsAt; dueAt += READ_EVERY_MS) {
      await wait(Math.max(0, dueAt - performance.now()));
      const { status } = await postOperation(gatewayUrl, key, read.query, read.variables(number++));
      // From the due moment: a slow answer also delays the reads behind it.
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
