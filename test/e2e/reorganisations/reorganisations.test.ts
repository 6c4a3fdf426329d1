import { readMeta, recordingDir } from '@ledgergraph/recorded-node/recording';
import type { Tip } from '@ledgergraph/recorded-node/start-recorded-node';
import { type GraphqlAnswer, postOperation } from '@ledgergraph/test-kit/client';
import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import { startTestStack, type TestStack } from '@ledgergraph/test-kit/stack';
import { utxoHeightIn } from '@ledgergraph/test-kit/utxo-height';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { compareAddresses, findFreeIdentities, NOT_INDEXED } from '../agrees-with-node/addresses.ts';
import { compareOrphans } from '../agrees-with-node/blocks.ts';
import { compareCurrencies } from '../agrees-with-node/currencies.ts';
import { compareIdentities } from '../agrees-with-node/identities.ts';
import { Differences, readAnswers, readBlocks, readOrphans } from '../agrees-with-node/oracle.ts';
import { ChainModel, findWatched } from './chain-model.ts';
import { compareRows, readMainChainRows } from './main-chain-rows.ts';
import { readState, writeOperation } from './read-everywhere.ts';

const RECORDING = 'vrsctest-a';
const FROM = 408;
const TO = 444;
const SERVICES = ['blocks', 'identities', 'currencies', 'addresses', 'markets', 'statistics'] as const;

const dir = recordingDir(RECORDING);
const { chainId } = readMeta(dir);
const main = readBlocks(dir);
const orphans = readOrphans(dir);
const model = new ChainModel([...main, ...orphans], findWatched([...main, ...orphans], FROM, TO));
const operation = writeOperation(model.watched, chainId);

let stack: TestStack;

beforeAll(async () => {
  stack = await startTestStack({ recordings: [RECORDING], from: FROM });
});

afterAll(async () => {
  await stack?.stop();
});

const ask = (document: string, variables?: Record<string, unknown>): Promise<GraphqlAnswer> =>
  stack.query('test', document, variables);

interface Seen {
  tips: Set<string>;
  refusals: GraphqlAnswer[];
  mixed: string[];
}

const seeNothing = (): Seen => ({ tips: new Set(), refusals: [], mixed: [] });

/** Keeps all that is no answer at a block. */
async function askUntil(isOver: () => boolean, seen: Seen): Promise<void> {
  while (!isOver()) {
    const answer = await postOperation(stack.address.gatewayUrl, stack.address.keys.test, operation);
    if (answer.data === null) {
      seen.refusals.push(answer);
      continue;
    }
    try {
      const state = readState(answer, model.watched);
      seen.tips.add(state.hash);
      expect(state).toEqual(model.at(state.hash));
      expect(answer.errors.filter(({ extensions }) => extensions.code !== 'NOT_FOUND')).toEqual([]);
    } catch (error) {
      seen.mixed.push(String(error));
    }
  }
}

describe('while blocks arrive and three reorganisations happen', () => {
  const reorganisations: unknown[] = [];
  const tips: Tip[] = [];
  let cursorOfOrphan = '';

  test('no answer ever mixes two blocks, and each reorganisation is reported', async () => {
    const node = stack.node(RECORDING);
    let isOver = false;
    const seen = [seeNothing(), seeNothing()];
    const asking = seen.map((one) => askUntil(() => isOver, one));
    for (let tip = node.tip(); tip.height < TO; ) {
      const next = await node.advance();
      await stack.waitForTip('test', next);
      const fork = model.findFork(tip.hash, next.hash);
      if (fork.depth > 0) {
        const { data } = await ask('{ syncState { lastReorg { forkHeight depth oldTipHash newTipHash } } }');
        expect(data.syncState.lastReorg).toEqual({ ...fork, oldTipHash: tip.hash, newTipHash: next.hash });
        reorganisations.push(fork);
      }
      tips.push(next);
      // The chain waits for both, however slow the machine is.
      await waitFor(() => seen.every((one) => one.tips.has(next.hash) || one.mixed.length > 0), {
        what: `answers at block ${next.height} ${next.hash}`,
      });
      if (next.hash === orphans.at(-1)?.hash) {
        const { data } = await ask('{ blocks(limit: 1) { nextCursor } }');
        cursorOfOrphan = data.blocks.nextCursor;
      }
      tip = next;
    }
    isOver = true;
    await Promise.all(asking);
    expect(seen.flatMap(({ mixed }) => mixed)).toEqual([]);
    // A client may have to repeat only when the pin was lost twice.
    expect(seen.flatMap(({ refusals }) => refusals.map(({ errors }) => errors[0]?.extensions.code))).toEqual(
      seen.flatMap(({ refusals }) => refusals.map(() => 'CHAIN_REORGANIZED')),
    );
    expect(orphans.filter(({ hash }) => seen.some((one) => one.tips.has(hash))).length).toBeGreaterThan(6);
    expect(reorganisations).toEqual([
      { forkHeight: 412, depth: 4 },
      { forkHeight: 422, depth: 2 },
      { forkHeight: 428, depth: 12 },
    ]);
  });

  test('a list that was begun on an orphaned branch reports that it must be begun again', async () => {
    const { data, errors } = await ask('query ($cursor: String) { blocks(limit: 1, cursor: $cursor) { totalCount } }', {
      cursor: cursorOfOrphan,
    });
    expect(data).toEqual({ blocks: null });
    expect(errors).toMatchObject([{ path: ['blocks'], extensions: { code: 'CHAIN_REORGANIZED' } }]);
  });
});

describe('after them', () => {
  beforeAll(async () => {
    await stack.waitForTip('test', await stack.node(RECORDING).advanceTo(main.length - 1));
  });

  test('orphaned blocks stay readable by hash, and are not final', async () => {
    const differences = new Differences();
    await compareOrphans(ask, orphans, differences);
    expect(differences.found).toEqual([]);
    expect(differences.compared).toBe(orphans.length * 2);
    for (const { hash, height } of orphans) {
      const { data } = await ask(
        'query ($hash: String, $height: BigInt) { orphan: block(hash: $hash) { isFinal } main: block(height: $height) { hash isFinal } }',
        { hash, height },
      );
      expect(data.orphan).toEqual({ isFinal: false });
      expect(data.main).toEqual({ hash: main[height].hash, isFinal: true });
    }
  });

  test('asOf an orphaned block is CHAIN_REORGANIZED everywhere', async () => {
    const { hash } = orphans.at(-1) ?? {};
    const { data, errors } = await ask(
      `query ($asOf: AsOf!) {
        address(address: "${model.watched.addresses[0]}", asOf: $asOf) { balance }
        identities(asOf: $asOf) { totalCount }
        currencyState(currency: "${chainId}", asOf: $asOf) { supply }
        currency(currency: "${chainId}") { state(asOf: $asOf) { supply } } }`,
      { asOf: { hash } },
    );
    expect(data).toEqual({ address: null, identities: null, currencyState: null, currency: { state: null } });
    const paths = errors.map(({ path, extensions }) => `${path?.join('.')} ${extensions.code}`).sort();
    expect(paths).toEqual(
      ['address', 'currency.state', 'currencyState', 'identities'].map((path) => `${path} CHAIN_REORGANIZED`),
    );
  });

  test('what never came back is NOT_FOUND, what came back stands in its new block', async () => {
    const heights = new Map<string, number>(
      main.flatMap((block) => block.tx.map((transaction: { txid: string }) => [transaction.txid, block.height])),
    );
    for (const { txid } of orphans.flatMap((block) => block.tx)) {
      const { data, errors } = await ask(
        'query ($txid: String!) { transaction(txid: $txid) { block { height hash } } }',
        { txid },
      );
      const height = heights.get(txid);
      if (height === undefined) {
        expect(data).toEqual({ transaction: null });
        expect(errors).toMatchObject([{ path: ['transaction'], extensions: { code: 'NOT_FOUND' } }]);
      } else {
        expect(data).toEqual({ transaction: { block: { height, hash: main[height].hash } } });
      }
    }
    const gone = model.watched.identities.filter((id) => model.at(main.at(-1)?.hash).identities[id] === null);
    expect(gone).toHaveLength(1);
    const { data, errors } = await ask(
      'query ($id: String!) { byId: identity(identity: $id) { name } byName: identity(identity: "ghost@") { name } }',
      { id: gone[0] },
    );
    expect(data).toEqual({ byId: null, byName: null });
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  });

  test.each(SERVICES)('every row of %s equals that of a straight sync', async (service) => {
    const straight = (await sharedStack()).address.databaseUrls[service];
    const [ours, theirs] = await Promise.all(
      [stack.address.databaseUrls[service], straight].map((url) => readMainChainRows(url, chainId)),
    );
    if (ours === undefined || theirs === undefined) throw new Error('two databases were read');
    expect(compareRows(ours, theirs)).toEqual([]);
    expect([...ours.values()].flat().length).toBeGreaterThan(main.length);
  });

  test('what the reorganised blocks touched is answered as the node answers it', async () => {
    const touched = findWatched([...main, ...orphans], FROM, TO, Number.POSITIVE_INFINITY).addresses;
    const answers = readAnswers(dir).filter(({ method, params: [first, range] }) => {
      if (method.startsWith('getaddress'))
        return JSON.stringify(first)
          .match(/[Ri]\w{33}/g)
          ?.some((one) => touched.includes(one));
      return method !== 'getcurrencystate' || range === '401,500,1';
    });
    const differences = new Differences();
    const oracle = {
      chainId,
      tip: main.length - 1,
      coinbaseMaturity: 100,
      freeIdentities: findFreeIdentities(main),
      notIndexed: NOT_INDEXED[RECORDING],
      utxoHeight: utxoHeightIn(dir),
      isPartial: true,
    };
    await compareAddresses(ask, answers, oracle, differences);
    await compareIdentities(ask, answers, differences);
    await compareCurrencies(ask, answers, chainId, differences);
    expect(differences.found).toEqual([]);
  });
});
