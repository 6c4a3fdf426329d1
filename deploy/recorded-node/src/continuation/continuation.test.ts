import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { object, objects, readAmount } from '@ledgergraph/chain-generator/json';
import { payCoin } from '@ledgergraph/chain-generator/outputs';
import { printedHash } from '@ledgergraph/chain-generator/printed-hash';
import { buildTransaction } from '@ledgergraph/chain-generator/transaction';
import { type JsonObject, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { merkleRoot } from '@ledgergraph/verus-protocol/merkle-root';
import { KnownTransaction } from '#/known-transaction.ts';
import { NodeState } from '#/node-state.ts';
import { recordingDir } from '#/recording.ts';
import { type RecordedNode, startRecordedNode } from '#/start-recorded-node.ts';
import { CREDENTIALS, call, NodesUnderTest, post } from '../../test/node-under-test.ts';
import { type Basket, listBaskets } from './basket.ts';
import { Continuation } from './continuation.ts';
import { Ledger } from './ledger.ts';
import { readRecordedEnd } from './read-facts.ts';

const STEPS = 200;
const ONE = 100_000_000n;
const nodes = new NodesUnderTest();
afterEach(() => nodes.stop());

async function getBlock(node: RecordedNode, hash: string): Promise<JsonObject> {
  const { text } = await post(node, JSON.stringify({ id: 1, method: 'getblock', params: [hash, 2] }));
  return object(object(parseLossless(text) as JsonObject).result);
}

async function getHash(node: RecordedNode, height: number): Promise<string> {
  return (await call<string>(node, 'getblockhash', height)).result;
}

async function listBlocks(node: RecordedNode, from = 0): Promise<JsonObject[]> {
  const blocks: JsonObject[] = [];
  for (let height = from; height <= node.tip().height; height += 1)
    blocks.push(await getBlock(node, await getHash(node, height)));
  return blocks;
}

describe.each(['vrsctest-a', 'pchain-a'] as const)('%s, continued', (name) => {
  let node: RecordedNode;
  let end: number;
  let chainId: string;
  let blocks: JsonObject[];

  beforeAll(async () => {
    node = await startRecordedNode({ recordingDir: recordingDir(name), from: 'end', ...CREDENTIALS, continues: true });
    end = node.tip().height;
    await node.advance(STEPS);
    chainId = String((await call<{ chainid: string }>(node, 'getinfo')).result.chainid);
    blocks = await listBlocks(node);
  });
  afterAll(() => node.stop());

  test('the blocks follow the recorded ones, hold what their headers commit to, and spend only mature coins that are there', () => {
    expect(blocks.length).toBeGreaterThan(end + STEPS / 2);
    const ledger = new Ledger();
    for (const [index, block] of blocks.entries()) {
      const before = blocks[index - 1];
      const [coinbase, ...transactions] = objects(block.tx);
      if (index > end) {
        expect(block.previousblockhash).toBe(before?.hash);
        expect(Number(String(block.time))).toBeGreaterThan(Number(String(before?.time)));
        const txids = objects(block.tx).map(({ txid }) => Buffer.from(String(txid), 'hex'));
        expect(block.merkleroot).toBe(Buffer.from(merkleRoot(txids)).toString('hex'));
        for (const transaction of transactions) {
          expect(ledger.canApply(transaction, index)).toBe(true);
          for (const input of objects(transaction.vin)) {
            const coin = ledger.find(input);
            expect(String(input.valueSat)).toBe(String(coin?.satoshis));
          }
          ledger.apply(transaction, index);
        }
        ledger.applyBlock({ ...block, tx: [coinbase ?? {}] });
      } else {
        ledger.applyBlock(block);
      }
    }
  });

  test('each block makes the same reward: what its miner earns beyond that lay in the fee pool', () => {
    const ledger = new Ledger();
    const totals = blocks.map((block) => {
      ledger.applyBlock(block);
      return ledger.satoshis + (ledger.feePool.get(chainId) ?? 0n);
    });
    const made = totals.slice(end).map((total, index) => total - (totals[end + index - 1] ?? 0n));
    expect(new Set(made).size).toBe(1);
  });

  test('conversions move a basket by numbers that agree, and its reserve lies in its deposits', () => {
    const ledger = new Ledger();
    let changes = 0;
    let before: Basket | undefined;
    let unitsBefore = 0n;
    for (const [height, block] of blocks.entries()) {
      ledger.applyBlock(block);
      if (height < end) continue;
      const [basket] = listBaskets(ledger, chainId);
      if (basket === undefined) throw new Error(`no basket holds its reserve at height ${height}`);
      const units = countUnits(ledger, basket.currency.currencyId);
      const flows = object(object(basket.state.currencies)[chainId]);
      const hasChanged = before !== undefined && basket.coin.txid !== before.coin.txid;
      const minted = readAmount(basket.state.primarycurrencyout);
      // Units in outputs change exactly by the number that the state names.
      if (before !== undefined) expect(units - unitsBefore).toBe(hasChanged ? minted : 0n);
      if (before !== undefined && hasChanged) {
        changes += 1;
        expect(basket.currency.supply).toBe(before.currency.supply + minted);
        expect(basket.reserves).toBe(before.reserves + readAmount(flows.reservein) - readAmount(flows.reserveout));
        expect(basket.deposits.reduce((sum, { satoshis }) => sum + satoshis, 0n)).toBe(basket.reserves);
        for (const { weight, reserves, priceinreserve } of objects(basket.state.reservecurrencies)) {
          const price = (readAmount(reserves) * ONE * ONE) / (basket.currency.supply * readAmount(weight));
          expect(readAmount(priceinreserve)).toBe(price);
        }
      }
      [before, unitsBefore] = [basket, units];
    }
    expect(changes).toBeGreaterThan(10);
  });

  test('every kind of transaction comes, and now and then a better branch of a depth up to 3', async () => {
    const scripts = blocks
      .slice(end + 1)
      .flatMap(({ tx }) => objects(tx).flatMap(({ vout }) => objects(vout)))
      .map(({ scriptPubKey }) => object(scriptPubKey));
    const kinds = new Set(scripts.flatMap((script) => Object.keys(script)));
    const wanted = ['reservetransfer', 'crosschainimport', 'reserveoutput', 'identityprimary', 'identityreservation'];
    expect([...kinds]).toEqual(expect.arrayContaining(wanted));
    const { result } = await call<{ height: number; branchlen: number; status: string }[]>(node, 'getchaintips');
    const left = result.filter(({ height, status }) => height > end && status === 'valid-fork');
    expect(left.length).toBeGreaterThan(2);
    for (const { branchlen } of left) expect([1, 2, 3]).toContain(branchlen);
  });
});

/** Units in a transfer or an export are on their way to the basket. */
function countUnits(ledger: Ledger, currencyId: string): bigint {
  const roles = ['coin', 'dead', 'transfer', 'deposit', 'commitment'] as const;
  return roles
    .flatMap((role) => ledger.list(role))
    .reduce((sum, { tokens }) => sum + (tokens.get(currencyId) ?? 0n), 0n);
}

test.each(['vrsc-generated', 'island-generated'] as const)('%s goes on, whatever its baskets hold', async (name) => {
  const node = await startRecordedNode({
    recordingDir: recordingDir(name),
    from: 'end',
    ...CREDENTIALS,
    continues: true,
  });
  const end = node.tip().height;
  await node.advance(30);
  expect(node.tip().height).toBeGreaterThan(end + 20);
  await node.stop();
});

test('each transaction has the hash of its raw bytes for a name', async () => {
  const node = await nodes.start({ continues: true });
  const end = node.tip().height;
  await node.advance(60);
  for (const block of await listBlocks(node, end + 1)) {
    for (const { txid } of objects(block.tx)) {
      const { result } = await call<string>(node, 'getrawtransaction', String(txid), 0);
      expect(printedHash(Buffer.from(result, 'hex'))).toBe(txid);
    }
  }
});

test('transactions wait in the pool before their block', async () => {
  const node = await nodes.start({ continues: true, pool: true });
  let waited = 0;
  for (let step = 0; step < 20; step += 1) {
    const { result: waiting } = await call<string[]>(node, 'getrawmempool');
    const before = node.tip().height;
    await node.advance();
    const mined = (await listBlocks(node, before - 2)).flatMap(({ tx }) => objects(tx).map(({ txid }) => String(txid)));
    // Transactions that the next block does not hold wait for the one after it.
    const left = (await call<string[]>(node, 'getrawmempool')).result;
    for (const txid of waiting) expect([...mined, ...left]).toContain(txid);
    waited += waiting.filter((txid) => mined.includes(txid)).length;
  }
  expect(waited).toBeGreaterThan(10);
});

test('the next block that is drawn holds what waits in the pool', () => {
  const state = new NodeState(recordingDir('vrsctest-a'));
  state.view.moveTo(state.view.lastPosition);
  const { ledger } = readRecordedEnd(state.chain, state.answers);
  const { height } = state.view.tip;
  const coin = ledger.list('coin').find(({ satoshis, matureHeight }) => satoshis > ONE && matureHeight <= height);
  if (coin === undefined) throw new Error('the recording ends without a coin to spend');
  const sent = buildTransaction({
    inputs: [coin],
    outputs: [payCoin(coin.address, coin.satoshis - 10_000n)],
    expiryHeight: height + 20,
  });
  state.mempool.enter(new KnownTransaction(sent.txid, sent.text));
  const continuation = new Continuation(state, { seed: 1, secondsPerBlock: 10 });
  continuation.ensureNext();
  expect(state.view.listNextBlocks()[0]?.txids).toContain(sent.txid);
  state.mempool.follow(state.view.moveTo(state.view.position + 1));
  expect(state.mempool.pool.size).toBe(0);
  expect(state.view.findSpender(coin.txid, coin.vout)).toMatchObject({ txid: sent.txid });
});

test('a restart serves the same chain, goes on from there, and throws away half a step', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'ledgergraph-continued-'));
  try {
    const stateFile = join(dir, 'position.json');
    const first = await nodes.start({ continues: true, stateFile });
    await first.advance(40);
    const end = first.tip();
    const before = await listBlocks(first, 660);
    await nodes.stop();
    appendFileSync(`${stateFile}.blocks`, '{"hash":"torn');

    const second = await nodes.start({ continues: true, stateFile });
    expect(second.tip()).toEqual(end);
    expect(await listBlocks(second, 660)).toEqual(before);
    await second.advance(30);
    const uninterrupted = await nodes.start({ continues: true });
    await uninterrupted.advance(40);
    expect(uninterrupted.tip()).toEqual(end);
    await nodes.stop();

    const third = await nodes.start({ continues: true, stateFile });
    const blocks = await listBlocks(third, 660);
    expect(blocks.every((block, index) => index === 0 || block.previousblockhash === blocks[index - 1]?.hash)).toBe(
      true,
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test('without the option a recording ends where it ends', async () => {
  const node = await nodes.start();
  const end = node.tip();
  expect(await node.advance(5)).toEqual(end);
});
