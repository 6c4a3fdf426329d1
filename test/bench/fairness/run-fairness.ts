import { createTeamKey } from '@ledgergraph/test-kit/create-team-key';
import { startTestStack } from '@ledgergraph/test-kit/stack';
import { listWallet } from '@ledgergraph/test-kit/team-attack';
import { type AttackOrder, attackBeside } from './attack-beside.ts';
import { type FairnessSample, measureBeside, type Read } from './measure-beside.ts';

/** As in the finding that this bench comes from. */
const WALLET_MAX = 855;
/** For a deployment, not a developer's machine. */
export const LIMITS = { TEST_CALLS_PER_SECOND: '50', PLANNING_MS_PER_SECOND: '100' };

type Attack = Pick<AttackOrder, 'wallet' | 'atOnce'> & { name: string };

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
    const { name, ...order } = attack;
    const { gatewayUrl } = stack.address;
    const begin = () => attackBeside({ gatewayUrl, key: attacker, ...order });
    for (const read of reads) samples.push(await measureBeside({ gatewayUrl, key: quiet, read, rounds, name, begin }));
  }
  return samples;
}

/** No two reads are equal, so that no cache answers. */
export function listReads(wallet: readonly string[]): Read[] {
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
