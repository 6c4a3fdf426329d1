import { VerusEndpoint } from './endpoint.ts';
import {
  MalformedResponseError,
  RpcTimeoutError,
  TooLongAnswerError,
  VerusRpcError,
  WorkQueueError,
} from './errors.ts';
import { type Answer, failure, result, ScriptedNode, text } from './scripted-node.ts';

const LIMITS = { bytesMax: 100_000, ms: 400 };

async function ask(answer: Answer, limits = LIMITS): Promise<string> {
  const server = await ScriptedNode.start(answer);
  const endpoint = new VerusEndpoint({ url: server.url, user: 'u', password: 'p', retries: 0 });
  try {
    return await endpoint.askText('getdifficulty', '[1.50000000,"x"]', limits);
  } finally {
    await endpoint.close();
    await server.stop();
  }
}

/** Writes for as long as it is read. */
const endless =
  (piece: string, everyMs: number): Answer =>
  (_body, response) => {
    response.writeHead(200).write('{"result":"');
    const timer = setInterval(() => response.write(piece), everyMs);
    response.on('close', () => clearInterval(timer));
  };

test('the node gets the text of the parameters', async () => {
  const echo: Answer = (body, response) => response.end(`{"result":${JSON.stringify(body)},"error":null,"id":0}`);
  expect(JSON.parse(await ask(echo))).toBe('{"id":0,"method":"getdifficulty","params":[1.50000000,"x"]}');
});

test.each([
  ['1.50000000', '1.50000000'],
  ['{"a":0.10000000,"a":0.20000000}', '{"a":0.10000000,"a":0.20000000}'],
  ['null', 'null'],
])('a result keeps its text: %s', async (json, expected) => {
  expect(await ask(result(json))).toBe(expected);
});

test('a result in the form of a proxy is written again, with the text of its numbers', async () => {
  expect(await ask(text('{"id": 0, "result": {"a": 0.10000000}}'))).toBe('{"a":0.10000000}');
});

test.each<[string, Answer, new (...args: never[]) => Error]>([
  ['more than is wanted', result(`"${'x'.repeat(200_000)}"`), TooLongAnswerError],
  ['without an end', endless('x'.repeat(50_000), 1), TooLongAnswerError],
  ['a little at a time', endless('x', 20), RpcTimeoutError],
  ['nothing', () => undefined, RpcTimeoutError],
  ['half of an object', result('{"a":'), MalformedResponseError],
  ['two results', text('{"result":1,"x":2,"error":null,"id":0}x'), MalformedResponseError],
  ['a page', text('<html>', 502), MalformedResponseError],
  ['that it is busy', text('Work queue depth exceeded', 500), WorkQueueError],
  ['a refusal', failure(-8, 'no'), VerusRpcError],
])('a node that answers %s', async (_, answer, fault) => {
  await expect(ask(answer)).rejects.toBeInstanceOf(fault);
});

test('a member behind the result is no part of it', async () => {
  expect(await ask(text('{"result":1,"x":2,"error":null,"id":0}'))).toBe('1');
});
