import { createTeamKey } from '@ledgergraph/test-kit/create-team-key';
import { listPageFloods } from '@ledgergraph/test-kit/page-flood';
import { startTestStack } from '@ledgergraph/test-kit/stack';
import { listWallet } from '@ledgergraph/test-kit/team-attack';
import { attackBeside } from '../fairness/attack-beside.ts';
import { type FairnessSample, measureBeside } from '../fairness/measure-beside.ts';
import { LIMITS, listReads } from '../fairness/run-fairness.ts';

const AT_ONCE = 32;
const WALLET_MAX = 100;

/** A quiet read of the API beside floods of other requests. */
export async function runPortal(
  rounds: number,
  cleanup: AsyncDisposableStack,
  progress: (text: string) => void,
): Promise<FairnessSample[]> {
  progress('portal: starting an installation');
  Object.assign(process.env, LIMITS);
  const stack = await startTestStack({ from: 'end', isDurable: true, processes: 'one-per-role' });
  cleanup.defer(() => stack.stop());
  const { gatewayUrl } = stack.address;
  const [flooding, quiet] = [await createTeamKey(stack.address, 'flood'), await createTeamKey(stack.address, 'quiet')];
  const [read] = listReads(await listWallet(stack, WALLET_MAX));
  if (read === undefined) throw new Error('there is no read');
  const samples: FairnessSample[] = [];
  for (const { name } of listPageFloods(flooding, AT_ONCE)) {
    progress(`portal: a flood of ${name}`);
    const begin = () => attackBeside({ url: gatewayUrl, key: flooding, flood: name, atOnce: AT_ONCE });
    samples.push(await measureBeside({ gatewayUrl, key: quiet, read, rounds, name, begin }));
  }
  return samples;
}
