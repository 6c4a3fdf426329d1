import { postOperation } from '@ledgergraph/test-kit/client';
import { attackByPlanning, attackByWallets, listWallet, startAttack } from '@ledgergraph/test-kit/team-attack';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { AbusedStack } from './abused-stack.ts';

/** After this many answers the attack is under way. */
const WARM_UP = 5;
const READS = 40;
const WALLET_MIN = 90;

let abused: AbusedStack;
beforeAll(async () => {
  abused = await AbusedStack.start();
});
afterAll(async () => {
  await abused?.stack.stop();
});

test.each([
  ['counts the outputs of a large wallet', async () => attackByWallets(await findLargeWallet(), 40)],
  ['asks for new operations', async () => attackByPlanning(10)],
])('while one team %s without an end, another one is answered first', async (_what, makeAttack) => {
  const { gatewayUrl } = abused.stack.address;
  const [attacker, quiet] = [await abused.createTeam('attacker'), await abused.createTeam('quiet')];
  const running = startAttack(gatewayUrl, attacker, await makeAttack());
  const answered = (): number => running.answers.get(200) ?? 0;
  try {
    await waitFor(() => answered() >= WARM_UP, { what: 'the attack' });
    const passed: number[] = [];
    for (let height = 1; height <= READS; height += 1) {
      const before = answered();
      const query = 'query ($height: BigInt!) { block(height: $height) { hash } richList(limit: 1) { totalCount } }';
      const { status, errors } = await postOperation(gatewayUrl, quiet, query, { height });
      expect([status, errors]).toEqual([200, []]);
      passed.push(answered() - before);
    }
    // No clock is used, since these machines are shared.
    expect(passed.sort((a, b) => a - b)[READS / 2]).toBeLessThanOrEqual(1);
  } finally {
    await running.stop();
  }
  expect(abused.ended()).toEqual([]);
});

/** A chain that is still being indexed has few holders. */
function findLargeWallet(): Promise<string[]> {
  return waitFor(
    async () => {
      const wallet = await listWallet(abused.stack, 855);
      return wallet.length >= WALLET_MIN && wallet;
    },
    { what: `${WALLET_MIN} addresses that hold something` },
  );
}
