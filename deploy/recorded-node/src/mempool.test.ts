import { Subscriber } from 'zeromq';
import { call, NodesUnderTest, untilHeard } from '../test/node-under-test.ts';
import { NodeState } from './node-state.ts';
import { recordingDir } from './recording.ts';

const nodes = new NodesUnderTest();
afterEach(() => nodes.stop());

interface Verbose {
  [txid: string]: { fee: number; time: number; height: number; depends: string[] };
}

function stand(name: 'vrsctest-a' | 'pchain-a' | 'mempool-a', position = 0): NodeState {
  const state = new NodeState(recordingDir(name));
  state.view.moveTo(position);
  return state;
}

function step(state: NodeState) {
  const move = state.view.moveTo(state.view.position + 1);
  state.mempool.follow(move);
  return move;
}

function ids({ mempool }: NodeState): string[] {
  return mempool.pool.list().map(({ transaction }) => transaction.txid);
}

test.each(['vrsctest-a', 'pchain-a', 'mempool-a'] as const)(
  'in %s every transaction of the pool is mined with the next block, parents before children',
  (name) => {
    const state = stand(name);
    let entered = 0;
    while (!state.view.isFinal) {
      const [next, ...more] = state.view.listNextBlocks();
      const expected = state.mempool.enterUpcoming();
      const pool = ids(state);
      for (const [index, { transaction }] of state.mempool.pool.list().entries()) {
        for (const { txid } of transaction.decoded.inputs) {
          expect(
            pool.indexOf(txid) < index && (pool.includes(txid) || state.view.findActiveBlockOf(txid)),
          ).toBeTruthy();
        }
        expect(transaction.isProtocolMade || transaction.isCoinbase).toBe(false);
      }
      const { removed } = step(state);
      if (removed.length === 0 && more.length === 0) {
        expect(next?.txids).toEqual(expect.arrayContaining(expected));
        // Those that a reorganisation returned may wait for longer.
        expect(ids(state)).toEqual(pool.filter((txid) => !expected.includes(txid) && !next?.txids.includes(txid)));
        entered += expected.length;
      }
    }
    expect(entered).toBeGreaterThan({ 'vrsctest-a': 300, 'pchain-a': 3, 'mempool-a': 1000 }[name]);
  },
);

test('a reorganisation returns what its branch does not hold, but nothing that cannot be mined any more', () => {
  const state = stand('vrsctest-a');
  const { view, mempool, known } = state;
  const counts = { minedAgain: 0, returned: 0, dropped: 0 };
  while (!view.isFinal) {
    mempool.drop();
    const { removed } = step(state);
    for (const transaction of removed.flatMap((block) => known.listPoolable(block))) {
      const { txid, decoded } = transaction;
      const isThere = (id: string): boolean => view.findActiveBlockOf(id) !== undefined || mempool.pool.has(id);
      const canBeMined = decoded.inputs.every(
        (input) => isThere(input.txid) && !view.findSpend(input.txid, input.index),
      );
      if (view.findActiveBlockOf(txid) !== undefined) counts.minedAgain += 1;
      else counts[mempool.pool.has(txid) ? 'returned' : 'dropped'] += 1;
      if (!canBeMined) expect(mempool.pool.has(txid)).toBe(false);
    }
    for (const block of removed) expect(ids(state)).not.toContain(block.txids[0]);
  }
  expect(counts).toEqual({ minedAgain: 2, returned: 4, dropped: 3 });
});

test('as on the real node the payments of two replaced blocks are back in the pool', () => {
  const state = stand('mempool-a');
  const { view, mempool } = state;
  while (view.tip.height < 482) step(state);
  const { removed, added } = step(state);
  expect([removed.length, added.length, view.tip.height]).toEqual([2, 3, 483]);
  const verbose = mempool.pool.listByHash().map(({ transaction, height }) => [transaction.txid.slice(0, 6), height]);
  expect(verbose).toEqual([
    ['e55b9a', 483],
    ['18b7bc', 483],
  ]);
});

test('a payment leaves with its child when another payment of its coin is mined, and alone when it expires', () => {
  const state = stand('mempool-a');
  const enter = (start: string): string => {
    const printed = state.actions.flatMap(({ calls }) => calls).filter(({ method }) => method === 'getrawtransaction');
    const txid = printed.map(({ params }) => String(params[0])).find((id) => id.startsWith(start)) ?? '';
    const transaction = state.known.find(txid);
    if (transaction === undefined) throw new Error(`no transaction ${start}`);
    state.mempool.enter(transaction);
    return txid;
  };
  while (state.view.tip.height < 472) step(state);
  const first = enter('de0b3a');
  const child = enter('10c7f4');
  const expiring = enter('366a0a');
  expect(ids(state)).toEqual([first, child, expiring]);
  step(state);
  expect(ids(state)).toEqual([expiring]);
  while (state.view.tip.height < 479) step(state);
  expect(ids(state)).toEqual([expiring]);
  step(state);
  expect(ids(state)).toEqual([]);
  expect(() => enter('de0b3a')).toThrow('18: bad-txns-inputs-spent');
});

test('a test lets transactions in by number, by id and by hex, and empties the pool; nothing enters by itself', async () => {
  const node = await nodes.start({ recordingDir: recordingDir('mempool-a'), from: 468 });
  expect((await call(node, 'getrawmempool')).result).toEqual([]);
  const [first = '', second = ''] = node.enterPool(2);
  expect(node.pool()).toEqual([first, second]);
  expect((await call<Verbose>(node, 'getrawmempool', true)).result[first]).toMatchObject({ height: 468, depends: [] });
  const { result: hex } = await call<string>(node, 'getrawtransaction', first);
  node.dropPool();
  expect((await call(node, 'getmempoolinfo')).result).toEqual({ size: 0, bytes: 0, usage: 0 });
  expect((await call(node, 'getrawtransaction', first)).error?.code).toBe(-5);
  expect(node.enterPool([hex])).toEqual([first]);
  expect((await call(node, 'sendrawtransaction', hex)).result).toBe(first);
  expect(node.fillPool()).toHaveLength(6);
  expect(() => node.enterPool(['00'.repeat(32)])).toThrow('no transaction');
  await node.advance();
  expect(node.pool()).toEqual([]);
  expect((await call(node, 'sendrawtransaction', hex)).error?.code).toBe(-27);
  expect([node.countCalls('sendrawtransaction'), node.countCalls('getblock')]).toEqual([2, 0]);
});

test('an output that the pool spends is marked in its block and in its transaction', async () => {
  const node = await nodes.start({ recordingDir: recordingDir('mempool-a'), from: 468 });
  const [txid = ''] = node.fillPool();
  const { result } = await call<{ vin: { txid: string; vout: number }[] }>(node, 'getrawtransaction', txid, 1);
  expect(result).not.toHaveProperty('confirmations');
  const { txid: parent = '', vout = 0 } = result.vin[0] ?? {};
  interface Parent {
    blockhash: string;
    vout: Record<string, unknown>[];
  }
  const { result: mined } = await call<Parent>(node, 'getrawtransaction', parent, 1);
  const spent = { spentTxId: txid, spentIndex: 0, spentHeight: -1 };
  expect(mined.vout[vout]).toMatchObject(spent);
  const { result: block } = await call<{ tx: { txid: string; vout: unknown[] }[] }>(
    node,
    'getblock',
    mined.blockhash,
    2,
  );
  expect(block.tx.find((transaction) => transaction.txid === parent)?.vout[vout]).toMatchObject(spent);
  node.dropPool();
  expect((await call<Parent>(node, 'getrawtransaction', parent, 1)).result.vout[vout]).not.toHaveProperty('spentTxId');
});

test('with an interval some transactions enter at once after a step and others later, until their block takes them', async () => {
  const options = { recordingDir: recordingDir('mempool-a'), from: 468, pool: true };
  const stepped = await nodes.start({ ...options, from: 467 });
  await stepped.advance();
  expect((await call<string[]>(stepped, 'getrawmempool')).result).toHaveLength(7);
  const node = await nodes.start({ ...options, intervalMs: 3000 });
  expect(node.pool()).toHaveLength(3);
  const sizes = new Set<number>();
  while (node.tip().height === 468) {
    sizes.add(node.pool().length);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect([...sizes].at(-1)).toBe(7);
  expect(sizes.size).toBeGreaterThan(2);
});

test('announces entries by hash, then the transactions of a block before its hash, each topic with its own counter', async () => {
  const options = { recordingDir: recordingDir('mempool-a'), from: 467, zmqPort: 0, entryAnnouncementMs: 20 };
  const node = await nodes.start(options);
  const subscriber = new Subscriber({ receiveTimeout: 60_000 });
  subscriber.connect(node.zmqUrl ?? '');
  subscriber.subscribe('hashtx', 'rawtx', 'hashblock');
  await untilHeard(node, 'hashtx', 'rawtx', 'hashblock');
  const { hash } = await node.advance();
  const hear = async (): Promise<[string, string, number]> => {
    const [topic, body, counter] = await subscriber.receive();
    return [String(topic), body?.toString('hex') ?? '', counter?.readUInt32LE() ?? -1];
  };
  const first = await hear();
  expect([first[0], (await hear())[0]]).toEqual(['hashtx', 'rawtx']);
  expect(await hear()).toEqual(['hashblock', hash, expect.any(Number)]);
  node.enterPool(2);
  const { result: listed } = await call<string[]>(node, 'getrawmempool');
  for (const [index, txid] of listed.entries()) {
    expect(await hear()).toEqual(['hashtx', txid, first[2] + 1 + index]);
    const { result: hex } = await call<string>(node, 'getrawtransaction', txid);
    expect(await hear()).toEqual(['rawtx', hex, first[2] + 1 + index]);
  }
  node.dropPool();
  subscriber.close();
});
