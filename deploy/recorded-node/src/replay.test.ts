import { Subscriber } from 'zeromq';
import { answerCall } from './answer-call.ts';
import { elementsAt } from './json-text.ts';
import { NodeState } from './node-state.ts';
import { NodesUnderTest, post, untilHeard } from './node-under-test.ts';
import { type RecordedCall, readRecordedActions } from './recorded-events.ts';
import { readLines, recordingDir } from './recording.ts';
import { Replay } from './replay.ts';

const DIR = recordingDir('mempool-a');
const nodes = new NodesUnderTest();
afterEach(() => nodes.stop());

/** The reply's text, as the recorded node gave it. */
function replyText({ resultText, error }: RecordedCall, id: number): string {
  return `{"result":${resultText ?? 'null'},"error":${error === undefined ? 'null' : JSON.stringify(error)},"id":${id}}`;
}

test('a replay answers every call that was recorded after an action with the recorded text and status', async () => {
  const node = await nodes.start({ recordingDir: DIR, replay: true });
  let compared = 0;
  const words: string[] = [];
  for (let action = await node.nextAction(); action !== undefined; action = await node.nextAction()) {
    words.push(action.action);
    const { text } = await post(
      node,
      JSON.stringify(action.calls.map(({ method, params }, id) => ({ method, params, id }))),
    );
    const replies = [...elementsAt(text)].map(({ start, end }) => text.slice(start, end));
    const differing = action.calls.filter((call, id) => replies[id] !== replyText(call, id));
    expect([action.seq, differing]).toEqual([action.seq, []]);
    compared += replies.length;
    const [first] = action.calls;
    if (first !== undefined) {
      const { status } = await post(node, JSON.stringify({ id: 1, method: first.method, params: first.params }));
      expect([action.seq, status]).toEqual([action.seq, first.status]);
    }
  }
  expect(compared).toBe(readRecordedActions(DIR).flatMap(({ calls }) => calls).length);
  expect(compared).toBe(3559);
  expect([words[0], words.at(-1)]).toEqual(['begin: nothing in the pool', 'end']);
  expect(node.tip().height).toBe(485);
});

/** The ordinary rules cannot know these: a proof root of a block left behind, and a counter that ran below zero. */
const BEYOND_RULES = new Set(['2942 getblock', '3229 getrawmempool', '1420 getaddressmempool']);

test('with the recorded pool the ordinary rules give the answers of the real node', () => {
  const state = new NodeState(DIR, 'replay');
  const replay = new Replay(state);
  const asked = new Set([
    ...['getrawmempool', 'getrawtransaction', 'getaddressmempool', 'getblock', 'getbestblockhash', 'getmempoolinfo'],
  ]);
  const compared = new Map<string, number>();
  const differing: string[] = [];
  for (let step = replay.next(); step !== undefined; step = replay.next()) {
    for (const { method, params, resultText = '' } of step.action.calls) {
      if (!asked.has(method)) continue;
      const answer = readable(method, answerCall(state, method, params));
      const key = `${step.action.seq} ${method}`;
      if (answer !== readable(method, resultText) && !BEYOND_RULES.has(key)) differing.push(`${key} ${params}`);
      compared.set(method, (compared.get(method) ?? 0) + 1);
    }
  }
  expect(differing).toEqual([]);
  expect(compared.get('getrawtransaction')).toBe(56);
  expect(compared.get('getaddressmempool')).toBe(614);
});

/** The memory that a daemon takes is its own affair. */
function readable(method: string, text: string): string {
  return method === 'getmempoolinfo' ? text.replace(/,"usage":.*/, '') : text;
}

test('a call that was not recorded at this moment is answered with the tip and the pool of this moment', async () => {
  const node = await nodes.start({ recordingDir: DIR, replay: true });
  const next = async (words: string): Promise<void> => {
    for (let action = await node.nextAction(); action?.action !== words; action = await node.nextAction()) {
      if (action === undefined) throw new Error(`the recording has no action "${words}"`);
    }
  };
  const ask = async (method: string, ...params: unknown[]) =>
    JSON.parse((await post(node, JSON.stringify({ id: 1, method, params }))).text).result;
  await next('sendrawtransaction: a payment');
  const [payment = ''] = node.pool();
  const raw = await ask('getrawtransaction', payment);
  expect(raw).toBe((await ask('getrawtransaction', payment, 1)).hex);
  await next('a block mines all of the pool');
  expect(node.pool()).toEqual([]);
  expect(await ask('getrawtransaction', payment, 1)).toMatchObject({ height: 469, confirmations: 1, hex: raw });
  await next('the longer chain arrived: the payments are in the pool again');
  expect([node.tip().height, node.pool().length]).toEqual([483, 2]);
  expect(await ask('getrawtransaction', node.pool()[0], 1)).not.toHaveProperty('blockhash');
});

test('a replay announces over ZeroMQ what the recorded node announced, with its counters', async () => {
  const node = await nodes.start({ recordingDir: DIR, replay: true, zmqPort: 0 });
  const subscriber = new Subscriber({ receiveTimeout: 60_000 });
  subscriber.connect(node.zmqUrl ?? '');
  subscriber.subscribe('hashtx', 'rawtx', 'hashblock');
  const expected = [...readLines(DIR, 'events.jsonl.gz')]
    .map((line) => JSON.parse(line))
    // The messages before the first action are from the preparation.
    .filter(({ zmq, seq }) => zmq !== undefined && seq > 22)
    .map(({ zmq, n, body }) => `${zmq} ${n} ${body}`);
  await untilHeard(node, 'hashtx', 'rawtx', 'hashblock');
  while ((await node.nextAction()) !== undefined);
  const heard: string[] = [];
  while (heard.length < expected.length) {
    const [topic, body, counter] = await subscriber.receive();
    heard.push(`${topic} ${counter?.readUInt32LE()} ${body?.toString('hex')}`);
  }
  subscriber.close();
  expect(heard).toEqual(expected);
});

test('only a node that replays has actions, and its tip moves with nothing else', async () => {
  const node = await nodes.start();
  await expect(node.nextAction()).rejects.toThrow('does not replay');
  const replaying = await nodes.start({ recordingDir: DIR, replay: true });
  await expect(replaying.advance()).rejects.toThrow('nextAction');
  await expect(nodes.start({ replay: true })).rejects.toThrow('no events.jsonl.gz');
});
