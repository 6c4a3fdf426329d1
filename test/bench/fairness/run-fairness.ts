import { setTimeout as wait } from 'node:timers/promises';
import { postOperation } from '@ledgergraph/test-kit/client';
import { createTeamKey } from '@ledgergraph/test-kit/create-team-key';
import { startTestStack, type TestStack } from '@ledgergraph/test-kit/stack';
import { listWallet } from '@ledgergraph/test-kit/team-attack';
import { type AttackOrder, attackBeside } from './attack-beside.ts';

/** Addresses of the attacker's wallet, as in the finding that this bench comes from. */
const WALLET_MAX = 855;
const SLICE_MS = 8_000;
const SETTLE_MS = 3_000;
/** From one read of the quiet team to its next: within its rate of calls. */
const READ_EVERY_MS = 50;
/** The limits of a deployment, not those of a developer's machine. */
const LIMITS = { TEST_CALLS_PER_SECOND: '50', PLANNING_MS_PER_SECOND: '100' };

/** A question that another team asks quietly. */
interface Read {
  name: string;
  query: string;
  variables: (number: number) => Record<string, unknown>;
}

type Attack = Pick<AttackOrder, 'wallet' | 'atOnce'> & { name: string };

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

export async function runFairness(
  rounds: number,
  cleanup: AsyncDisposableStack,
  progress: (text: string) => void,
): Promise<FairnessSample[]> {
  progress('fairness: starting an installation');
  Object.assign(process.env, LIMITS);
  const stack = await startTestStack({ from: 'end', isDurable: true, processes: 'one-per-role' });
  cleanup.defer(() => stack.stop());
  const [attacker, quiet] = [
    await createTeamKey(stack.address, 'attacker'),
    await createTeamKey(stack.address, 'quiet'),
  ];
  const wallet = await listWallet(stack, WALLET_MAX);
  const reads = listReads(wallet);
  const samples: FairnessSample[] = [];
  const attacks: Attack[] = [
    { name: 'counts the outputs of a wallet', wallet, atOnce: 40 },
    { name: 'asks for new operations', atOnce: 10 },
  ];
  for (const attack of attacks) {
    progress(`fairness: one team ${attack.name}`);
    for (const read of reads) samples.push(await measure(stack, { attacker, quiet }, attack, read, rounds));
  }
  return samples;
}

async function measure(
  { address: { gatewayUrl } }: TestStack,
  keys: Record<'attacker' | 'quiet', string>,
  { name, ...attack }: Attack,
  read: Read,
  rounds: number,
): Promise<FairnessSample> {
  const sample = {
    attack: name,
    read: read.name,
    quietMs: [],
    attackedMs: [],
    failures: 0,
    attackerAnswers: {},
  };
  const result: FairnessSample = sample;
  let number = 0;
  const ask = async (durationMs: number, into: number[]): Promise<void> => {
    const endsAt = performance.now() + durationMs;
    for (let dueAt = performance.now(); dueAt < endsAt; dueAt += READ_EVERY_MS) {
      await wait(Math.max(0, dueAt - performance.now()));
      const { status } = await postOperation(gatewayUrl, keys.quiet, read.query, read.variables(number++));
      // From the moment at which it was due: a slow answer also delays the reads behind it.
      into.push(performance.now() - dueAt);
      if (status !== 200) result.failures += 1;
    }
  };
  for (let round = 0; round < rounds; round += 1) {
    await ask(SETTLE_MS, []);
    await ask(SLICE_MS, result.quietMs);
    const end = attackBeside({ gatewayUrl, key: keys.attacker, ...attack });
    await ask(SETTLE_MS, []);
    await ask(SLICE_MS, result.attackedMs);
    for (const [status, count] of await end())
      result.attackerAnswers[status] = (result.attackerAnswers[status] ?? 0) + count;
  }
  return result;
}

/** No two reads are equal, so that no answer comes from a cache. */
function listReads(wallet: readonly string[]): Read[] {
  return [
    {
      name: 'a block',
      query:
        'query ($height: BigInt!, $limit: Int!) { block(height: $height) { hash time transactions(limit: $limit) { transactions { txid } } } }',
      variables: (number) => ({ height: 1 + (number % 150), limit: 5 + Math.floor(number / 150) }),
    },
    {
      name: 'an address',
      query:
        'query ($address: String!, $limit: Int!) { address(address: $address) { balance txCount transactions(limit: $limit) { transactions { txid } } } }',
      variables: (number) => ({
        address: wallet[number % wallet.length],
        limit: 5 + Math.floor(number / wallet.length),
      }),
    },
  ];
}
