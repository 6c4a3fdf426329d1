import path from 'node:path';
import { temporaryFolder } from '@ledgergraph/test-kit/temporary-folder';
import { elementsAt, memberText } from '@ledgergraph/verus-protocol/json-text';
import { Subscriber } from 'zeromq';
import { call, NodesUnderTest, post } from '../test/node-under-test.ts';
import { readLines, recordingDir } from './recording.ts';

const nodes = new NodesUnderTest();
afterEach(() => nodes.stop());

interface BlockAnswer {
  hash: string;
  height: number;
  confirmations: number;
  nextblockhash?: string;
  previousblockhash: string;
  chainwork: string;
  tx: { txid: string }[];
}

test.each(['vrsctest-a', 'pchain-a', 'mempool-a'] as const)(
  'every recorded call to %s is answered with the recorded text',
  async (name) => {
    const node = await nodes.start({ recordingDir: recordingDir(name) });
    const lines = [...readLines(recordingDir(name), 'answers.jsonl.gz')];
    const body = lines.map((line, id) => ({ ...JSON.parse(line), id }));
    const { status, text } = await post(node, JSON.stringify(body));
    expect(status).toBe(200);
    const replies = [...elementsAt(text)].map(({ start, end }) => text.slice(start, end));
    const differing = lines.filter((line, id) => {
      const read = (key: string): string => memberText(line, key) ?? 'null';
      return replies[id] !== `{"result":${read('result')},"error":${read('error')},"id":${id}}`;
    });
    expect(differing).toEqual([]);
    expect(replies).toHaveLength(lines.length);
  },
);

test('refuses wrong parameters with the daemon’s codes and messages', async () => {
  const node = await nodes.start();
  const refusal = async (method: string, ...params: unknown[]) => (await call(node, method, ...params)).error;
  expect(await refusal('getblock', 5, 2)).toEqual({ code: -1, message: 'JSON value is not a string as expected' });
  expect(await refusal('getblockhash', '5')).toEqual({ code: -1, message: 'JSON value is not an integer as expected' });
  expect(await refusal('getblock', '668')).toEqual({ code: -8, message: 'Block height out of range' });
  expect(await refusal('getblock', '-1')).toEqual({ code: -8, message: 'Block height out of range' });
  expect(await refusal('getblock', 'five')).toEqual({ code: -8, message: 'Invalid block height parameter' });
  expect(await refusal('getblock', '5', 3)).toEqual({
    code: -8,
    message: 'Verbosity must be in range from 0 to 2',
  });
  expect((await refusal('getblockhash'))?.code).toBe(-1);
  // A call that the recording cannot answer is refused, not invented.
  expect((await refusal('getaddressbalance', 'RJJBTXXfgE5DjiPQpZSnYrQe73NhrBZ3ao'))?.code).toBe(-32603);
});

test('answers a block at every verbosity, by hash and by height', async () => {
  const node = await nodes.start();
  const { result: whole } = await call<BlockAnswer>(node, 'getblock', '500', 2);
  const { result: brief } = await call<BlockAnswer>(node, 'getblock', whole.hash);
  const { result: raw } = await call<string>(node, 'getblock', whole.hash, 0);
  expect(brief).toEqual({ ...whole, tx: whole.tx.map(({ txid }) => txid) });
  expect(raw).toMatch(/^([0-9a-f]{2})+$/);
  expect(whole).toMatchObject({ height: 500, confirmations: 168 });
});

test('as the tip moves every answer is as of it, and the three reorganisations happen', async () => {
  const node = await nodes.start({ from: 412 });
  const fork = node.tip();
  const walked = [];
  for (let step = 0; step < 5; step += 1) {
    const { height, hash } = await node.advance();
    const { result: info } = await call<Record<string, unknown>>(node, 'getblockchaininfo');
    const { result: block } = await call<BlockAnswer>(node, 'getblock', hash, 2);
    expect(info).toMatchObject({ blocks: height, headers: height, bestblockhash: hash, chainwork: block.chainwork });
    expect((await call(node, 'getinfo')).result).toMatchObject({ blocks: height, longestchain: height });
    expect((await call(node, 'getblockcount')).result).toBe(height);
    expect((await call(node, 'getbestblockhash')).result).toBe(hash);
    expect((await call(node, 'getblockhash', height + 1)).error?.code).toBe(-8);
    expect(block).toMatchObject({ height, confirmations: 1 });
    expect(block.nextblockhash).toBeUndefined();
    walked.push(block);
  }
  expect(walked[0]?.previousblockhash).toBe(fork.hash);
  const [left, taken] = [walked[3], walked[4]];
  const replaced = await call<BlockAnswer>(node, 'getblock', String(left?.height), 1);
  expect(replaced.result.hash).not.toBe(left?.hash);
  expect(taken?.previousblockhash).toBe(replaced.result.hash);
  const orphan = await call<BlockAnswer>(node, 'getblock', left?.hash, 1);
  expect(orphan.result).toMatchObject({ confirmations: -1 });
  expect((await call(node, 'getchaintips')).result).toEqual([
    { height: 417, hash: taken?.hash, branchlen: 0, status: 'active' },
    { height: 416, hash: left?.hash, branchlen: 4, status: 'valid-fork' },
  ]);
  expect(await node.advanceTo(440)).toMatchObject({ height: 440 });
  expect((await call<BlockAnswer>(node, 'getblock', node.tip().hash, 1)).result.confirmations).toBe(1);
  expect(await node.advance(1000)).toMatchObject({ height: 667 });
  expect(await node.advance()).toMatchObject({ height: 667 });
});

test('a transaction left behind is still there, without a height; one that came back is where it is now', async () => {
  const node = await nodes.start({ from: 413 });
  const onBranch = await call<BlockAnswer>(node, 'getblock', node.tip().hash, 1);
  const places = async (): Promise<unknown[]> => {
    const all = onBranch.result.tx.map((txid) =>
      call<{ height: number; confirmations: number; hex: string }>(node, 'getrawtransaction', txid, 1),
    );
    return (await Promise.all(all)).map(({ result: { height, confirmations } }) => [height, confirmations]);
  };
  expect(await places()).toEqual([
    [413, 1],
    [413, 1],
    [413, 1],
    [413, 1],
  ]);
  await node.advance(1000);
  expect(await places()).toEqual([
    [-1, 0],
    [-1, 0],
    [expect.any(Number), expect.any(Number)],
    [expect.any(Number), expect.any(Number)],
  ]);
});

test('below the recorded tip the recording answers for heights that were reached, and for the native currency', async () => {
  const node = await nodes.start({ from: 300 });
  const at = async (method: string, ...params: unknown[]) =>
    await call<{ bestheight?: number }>(node, method, ...params);
  expect((await at('getcurrencystate', 'i3guRTnKrqhvWwWwDBF5aRTBs5S5mYGrbS', '201,300,1')).error).toBeNull();
  expect((await at('getcurrencystate', 'i3guRTnKrqhvWwWwDBF5aRTBs5S5mYGrbS', '301,400,1')).error?.code).toBe(-32603);
  expect((await at('getidentity', 'i3guRTnKrqhvWwWwDBF5aRTBs5S5mYGrbS')).error?.code).toBe(-32603);
  expect((await at('getidentity', 'i3guRTnKrqhvWwWwDBF5aRTBs5S5mYGrbS', 172)).error?.code).toBe(-5);
  for (const which of ['vrsctest', 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq']) {
    expect((await at('getcurrency', which)).result.bestheight).toBe(300);
  }
});

test('calls about currencies and identities are refused below the heights that activate them', async () => {
  const node = await nodes.start({ from: 0 });
  const refusal = async (method: string, ...params: unknown[]) => (await call(node, method, ...params)).error;
  const withoutCurrencies = { code: -32600, message: 'PBaaS not activated on blockchain.' };
  const withoutIdentities = { code: -32600, message: 'Identity APIs not activated on blockchain.' };
  const [token, name] = ['i3guRTnKrqhvWwWwDBF5aRTBs5S5mYGrbS', 'VRSCTEST'];
  expect(await refusal('getcurrency', name)).toEqual(withoutCurrencies);
  expect(await refusal('getidentity', token)).toEqual(withoutIdentities);
  expect((await post(node, JSON.stringify({ method: 'getcurrency', params: [name] }))).status).toBe(400);
  expect((await refusal('getcurrency'))?.code).toBe(-1);
  // The solutions of this chain have version 5 from height 1 on, and 7 from height 160 on.
  await node.advanceTo(159);
  expect(await refusal('getcurrency', name)).toEqual(withoutCurrencies);
  expect(await refusal('listcurrencies')).toEqual(withoutCurrencies);
  expect(await refusal('getcurrencystate', token, '1,100,1')).toEqual(withoutCurrencies);
  expect((await refusal('getidentity', token))?.code).not.toBe(-32600);
  await node.advance();
  expect(node.tip().height).toBe(160);
  expect(await refusal('getcurrency', name)).toBeNull();
});

test('a chain that is launched has its currency from its first block on, not at genesis', async () => {
  const node = await nodes.start({ recordingDir: recordingDir('pchain-a'), from: 0 });
  expect((await call(node, 'getcurrency', 'pchain')).error?.code).toBe(-32600);
  await node.advance();
  expect((await call(node, 'getcurrency', 'pchain')).result).toMatchObject({ name: 'pchain', bestheight: 1 });
});

test('the root that the notary chain confirmed is the one of that tip', async () => {
  const node = await nodes.start({ recordingDir: recordingDir('pchain-a'), from: 182 });
  const confirmed = async (): Promise<number | undefined> =>
    (await call<{ notarizedroot?: { height: number } }>(node, 'getinfo')).result.notarizedroot?.height;
  expect(await confirmed()).toBeUndefined();
  await node.advance();
  expect(await confirmed()).toBe(160);
  await node.advanceTo(535);
  expect(await confirmed()).toBe(510);
});

test('resumes from its state file, and refuses one of another recording', async () => {
  const stateFile = path.join(await temporaryFolder(), 'deep', 'position.json');
  const first = await nodes.start({ from: 412, stateFile });
  const left = await first.advance(2);
  const second = await nodes.start({ from: 0, stateFile });
  expect(second.tip()).toEqual(left);
  await expect(nodes.start({ recordingDir: recordingDir('pchain-a'), stateFile })).rejects.toThrow('another recording');
  await expect(nodes.start({ from: 668 })).rejects.toThrow(RangeError);
});

test('announces the tip of every step over ZeroMQ, and nothing else', async () => {
  const node = await nodes.start({ from: 415, zmqPort: 0 });
  const subscriber = new Subscriber({ receiveTimeout: 60_000 });
  subscriber.connect(node.zmqUrl ?? '');
  subscriber.subscribe('hashblock');
  // A subscription reaches the publisher asynchronously: step until the first announcement arrives.
  let heard: Buffer[] | undefined;
  const receiving = subscriber.receive().then((frames) => {
    heard = frames;
  });
  while (heard === undefined) {
    await node.advance();
    await Promise.race([receiving, new Promise((resolve) => setTimeout(resolve, 50))]);
  }
  let last = heard[2]?.readUInt32LE() ?? -1;
  const tip = await node.advance();
  // On a slow machine a step before this one is still to be heard.
  for (let hash: string | undefined; hash !== tip.hash; ) {
    const [topic, body, sequence] = await subscriber.receive();
    expect([topic?.toString(), sequence?.readUInt32LE()]).toEqual(['hashblock', ++last]);
    hash = body?.toString('hex');
  }
  subscriber.close();
});

test('with an interval the tip moves by itself to the end', async () => {
  const node = await nodes.start({ from: 660, intervalMs: 5 });
  const deadline = Date.now() + 60_000;
  while (node.tip().height < 667 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(node.tip().height).toBe(667);
});
