import { recordingDir } from '@ledgergraph/recorded-node/recording';
import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import type { StackClient } from '@ledgergraph/test-kit/stack';
import { utxoHeightIn } from '@ledgergraph/test-kit/utxo-height';
import { compareAddresses, findFreeIdentities, NOT_INDEXED } from './addresses.ts';
import { compareBlocks } from './blocks.ts';
import { compareCurrencies } from './currencies.ts';
import { compareIdentities } from './identities.ts';
import { type Ask, Differences, readAnswers, readBlocks } from './oracle.ts';
import { compareChain } from './supply.ts';
import { compareWallet } from './wallets.ts';

const COINBASE_MATURITY = 100;

let stack: StackClient;

beforeAll(async () => {
  stack = await sharedStack();
});

describe.each([
  { recording: 'vrsctest-a', key: 'test' },
  { recording: 'pchain-a', key: 'live' },
] as const)('$recording through a $key key', ({ recording, key }) => {
  const dir = recordingDir(recording);
  const answers = readAnswers(dir);
  const blocks = readBlocks(dir);
  const chainId: string = answers.find((answer) => answer.method === 'getinfo')?.result.chainid;
  const own = answers.find(({ method, result }) => method === 'getcurrency' && result?.currencyid === chainId)?.result;
  const rootId = own.parent === undefined ? chainId : undefined;
  const ask: Ask = async (document, variables) => {
    const answer = await stack.query(key, document, variables);
    if (answer.data === null) throw new Error(`no data: ${JSON.stringify(answer.errors)}`);
    return answer;
  };

  async function agrees(atLeast: number, compare: (differences: Differences) => Promise<void>): Promise<void> {
    const differences = new Differences();
    await compare(differences);
    expect(differences.found).toEqual([]);
    expect(differences.compared).toBeGreaterThanOrEqual(atLeast);
  }

  const counted = (method: string): number => answers.filter((answer) => answer.method === method).length;

  test('the chain: tip, finality, native supply', () =>
    agrees(4, (found) => compareChain(ask, answers, rootId, found)));

  test('every block and transaction', () => agrees(blocks.length * 5, (found) => compareBlocks(ask, blocks, found)));

  const oracle = {
    chainId,
    tip: blocks.length - 1,
    coinbaseMaturity: COINBASE_MATURITY,
    freeIdentities: findFreeIdentities(blocks),
    notIndexed: NOT_INDEXED[recording],
    utxoHeight: utxoHeightIn(dir),
  };

  test('every address: balances, UTXOs, histories, deltas', () =>
    agrees(counted('getaddressbalance') * 8, (found) => compareAddresses(ask, answers, oracle, found)));

  test('all addresses among a thousand of one wallet: outputs and transactions, each once', () =>
    agrees(5, (found) => compareWallet(ask, answers, oracle, found)));

  test('every identity: now, at heights, by name, revisions, content, by primary address', () =>
    agrees(counted('getidentity') * 2, (found) => compareIdentities(ask, answers, found)));

  test('every currency: definition, names, and its state at every height', () =>
    agrees(counted('getcurrency') * 17 + 1000, (found) => compareCurrencies(ask, answers, rootId, found)));
});
