import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { coded } from './fake-subgraph.ts';
import { type Answer, TEST_CHAIN } from './gateway-stand.ts';
import { HEX, SEND, SENT, SendingStand } from './sending-stand.ts';

const stand = new SendingStand();
beforeAll(() => stand.start());
afterAll(() => stand.stop());
beforeEach(async () => {
  stand.reset();
  stand.answer(() => SENT);
  await stand.allow(true);
});

const send = (hex?: string, query?: string): Promise<Answer> => stand.send(hex, query);
const codeOf = ({ body }: Answer): unknown => body.errors?.[0]?.extensions.code;
const operations = () => stand.supergraphs.graphs.current.operations;

describe('a key', () => {
  test('without the permission is refused before anything reaches a subgraph, whether the operation is known or not', async () => {
    await send();
    await send();
    const before = stand.requests().length;
    await stand.allow(false);
    for (const query of [SEND, SEND.replace('Send', 'Other')]) {
      const answer = await send(HEX, query);
      expect([answer.status, codeOf(answer)]).toEqual([403, 'SENDING_NOT_ALLOWED']);
      expect(answer.body.errors?.[0]?.message).toContain('dashboard');
      expect(answer.body.extensions?.chain?.[0]?.chainId).toBe(TEST_CHAIN);
    }
    expect(stand.requests()).toHaveLength(before);
    expect((await stand.query('{ block(height: 1) { hash } }')).status).toBe(200);
    await stand.allow(true);
    expect((await send()).status).toBe(200);
  });

  test('has a rate of its own, in which each transaction of an operation counts', async () => {
    await stand.allow(true, 5);
    const three = `mutation ($hex: String!) { a: sendTransaction(hex: $hex) { txid } ...More }
      fragment More on Mutation { b: sendTransaction(hex: $hex) { txid } c: sendTransaction(hex: $hex) { txid } }`;
    const limited = (): number => stand.settled.get(CallStatus.RATE_LIMITED) ?? 0;
    const before = limited();
    expect((await send(HEX, three)).status).toBe(200);
    for (let time = 0; time < 2; time++) {
      const answer = await send(HEX, three);
      expect([answer.status, codeOf(answer)]).toEqual([429, 'RATE_LIMITED']);
      const retryAfter = Number(answer.headers.get('retry-after'));
      expect(retryAfter).toBeGreaterThan(1);
      expect(retryAfter).toBeLessThanOrEqual(12);
      expect(answer.body.errors?.[0]?.extensions.retryAfter).toBe(retryAfter);
    }
    expect([(await send()).status, (await send()).status, (await send()).status]).toEqual([200, 200, 429]);
    expect(limited()).toBe(before + 3);
    expect(stand.sent).toBe(3);
  });

  test('sends at most ten transactions in one operation', async () => {
    const many = (count: number): string => {
      const fields = Array.from({ length: count }, (_, at) => `s${at}: sendTransaction(hex: $hex) { txid }`);
      return `mutation ($hex: String!) { ${fields.join(' ')} }`;
    };
    expect((await send(HEX, many(10))).status).toBe(200);
    const answer = await send(HEX, many(11));
    expect([answer.status, codeOf(answer)]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
    expect(stand.sent).toBe(1);
  });
});

describe('a raw transaction', () => {
  const found = (text: string): boolean => text.includes(HEX.slice(0, 80));

  test('does not reach logs or errors, as a variable or in the text, whatever goes wrong', async () => {
    const literal = `mutation { sendTransaction(hex: "${HEX}") { txid } }`;
    const answers = [
      await send(),
      await stand.query(literal),
      await stand.query(`mutation { sendTransaction(hex: ${HEX}) { txid } }`),
      await stand.query(`mutation { sendTransaction(hex: a${HEX}) { txid } }`),
      await stand.query(`mutation { sendTransaction(hex: "${HEX}") { nothing } }`),
      await stand.query(`mutation { sendTransaction(hex: "${HEX}", chainId: a${HEX}) { txid } }`),
      await stand.query(`mutation { sendTransaction(hex: "${HEX}`),
      await stand.query(SEND, { hex: [HEX] }),
      await stand.query(SEND, { hex: { inner: HEX } }),
      await stand.fetch('/graphql', {
        method: 'POST',
        headers: { authorization: `Bearer ${stand.testKey}`, 'content-type': 'application/json' },
        body: `{"query":"${SEND}","variables":{"hex":"${HEX}`,
      }),
    ];
    stand.answer(() => new Error(`cannot decode ${HEX}`));
    answers.push(await send(), await stand.query(literal));
    stand.subgraphs.blocks.intercept = (_, response) => Boolean(response.end(`no JSON but ${HEX}`));
    answers.push(await send());
    stand.subgraphs.blocks.intercept = (_, response) =>
      Boolean(response.end(JSON.stringify({ errors: [coded('TRANSACTION_REJECTED', `refused: ${HEX}`)] })));
    answers.push(await send());
    expect(answers.map(({ text }) => found(text))).toEqual(answers.map(() => false));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(4);
    expect(stand.logLines.length).toBeGreaterThan(0);
    expect(stand.logLines.filter(found)).toEqual([]);
  });

  test('in the text of an operation is not kept: it would push out what others ask for again', async () => {
    const { size, bytes } = operations();
    const query = `mutation { sendTransaction(hex: "${HEX}") { txid } }`;
    for (let time = 0; time < 3; time++) expect((await stand.query(query)).status).toBe(200);
    expect([operations().size, operations().bytes]).toEqual([size, bytes]);
    expect(operations().knows(query, '')).toBe(false);
    // The name of a chain is no such text.
    const named = 'mutation ($hex: String!) { sendTransaction(chainId: "VRSCTEST", hex: $hex) { txid } }';
    for (let time = 0; time < 2; time++) await send(HEX, named);
    expect(operations().knows(named, '')).toBe(true);
  });

  test('is known by its hash as persisted query, too, and takes the same permission', async () => {
    const sha256Hash = createHash('sha256').update(SEND).digest('hex');
    const extensions = { persistedQuery: { version: 1, sha256Hash } };
    const post = (body: object): Promise<Answer> =>
      stand.fetch('/graphql', {
        method: 'POST',
        headers: { authorization: `Bearer ${stand.testKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, extensions, variables: { hex: HEX } }),
      });
    expect((await post({ query: SEND })).status).toBe(200);
    expect((await post({})).body.data).toEqual({ sendTransaction: SENT });
    await stand.allow(false);
    expect((await post({})).status).toBe(403);
    expect(stand.sent).toBe(2);
  });
});

describe('the size of a body', () => {
  const raw = (body: string | ReadableStream, init: object = {}): Promise<Answer> =>
    stand.fetch('/graphql', {
      method: 'POST',
      headers: { authorization: `Bearer ${stand.testKey}`, 'content-type': 'application/json' },
      body,
      ...init,
    });
  const bodyOf = (bytes: number): string => JSON.stringify({ query: SEND, variables: { hex: 'ab'.repeat(bytes) } });
  const inPieces = (text: string): string | ReadableStream =>
    new ReadableStream({
      start(controller) {
        for (let at = 0; at < text.length; at += 10_000) {
          controller.enqueue(new TextEncoder().encode(text.slice(at, at + 10_000)));
        }
        controller.close();
      },
    });

  const LARGEST = 2_000_000;

  test('has room for the largest transaction of the protocol, in one piece and in many', async () => {
    expect((await raw(bodyOf(LARGEST))).body.data).toEqual({ sendTransaction: SENT });
    expect((await raw(inPieces(bodyOf(LARGEST)), { duplex: 'half' })).body.data).toEqual({ sendTransaction: SENT });
    expect(stand.sent).toBe(2);
    const hex = stand.subgraphs.blocks.requests.at(-1)?.variables.hex as string;
    expect(hex.length).toBe(2 * LARGEST);
  });

  test('has no room for one byte more, and the refusal names the limit', async () => {
    const most = 2 * LARGEST + 64 * 1024;
    expect(await answerToHead(most + 1)).toMatch(/^HTTP\/1\.1 413 .*2,000,000 bytes/s);
    // The connection may close before the client has read the answer.
    const pieced = await raw(inPieces(bodyOf(LARGEST + 40_000)), { duplex: 'half' }).catch(() => undefined);
    if (pieced !== undefined) expect([pieced.status, codeOf(pieced)]).toEqual([413, 'BAD_REQUEST']);
    expect(stand.sent).toBe(0);
  });

  test('is 64 kB for what sends nothing, with a key that may send too', async () => {
    const query = JSON.stringify({ query: '{ networks { name } }', variables: { filler: 'x'.repeat(70_000) } });
    const answer = await raw(query);
    expect([answer.status, answer.body.errors?.[0]?.message]).toEqual([
      413,
      'A body that sends no transaction has 64 kB at most.',
    ]);
  });

  test('of more than 64 kB holds a transaction and few other values, however many there are room for', async () => {
    const members = Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`m${index}`, 1]));
    const query = 'query mutation ($at: AsOf) { identity(identity: "a", asOf: $at) { name } }';
    const { status, body } = await raw(JSON.stringify({ query, variables: { at: members } }));
    expect([status, body.errors?.[0]?.message]).toEqual([413, 'A body of more than 64 kB has 1,000 values at most.']);
  });

  test('is 64 kB for every other key, and no more of it is read', async () => {
    await stand.allow(false);
    expect(await answerToHead(bodyOf(40_000).length)).toMatch(/^HTTP\/1\.1 413 .*larger than 64 kB/s);
    const pieced = await raw(inPieces(bodyOf(40_000)), { duplex: 'half' });
    expect([pieced.status, pieced.body.errors?.[0]?.message]).toEqual([413, 'The body is larger than 64 kB.']);
    expect(stand.sent).toBe(0);
    await stand.allow(true);
    expect((await raw(inPieces(bodyOf(40_000)), { duplex: 'half' })).status).toBe(200);
  });

  test('is reserved before it is read: a key has two at a time, also where it never sends them', async () => {
    const begun = [await beginBody(4_000_000), await beginBody(4_000_000)];
    const refused = await raw(bodyOf(LARGEST));
    expect([refused.status, codeOf(refused), refused.headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '1']);
    // Small ones need no room, however they come.
    const pieced = await raw(inPieces(bodyOf(LARGEST)), { duplex: 'half' }).catch(() => undefined);
    if (pieced !== undefined) expect([pieced.status, codeOf(pieced)]).toEqual([429, 'RATE_LIMITED']);
    expect(stand.sent).toBe(0);
    expect((await raw(bodyOf(20_000))).status).toBe(200);
    expect((await raw(inPieces(bodyOf(20_000)), { duplex: 'half' })).status).toBe(200);
    for (const socket of begun) socket.destroy();
    await waitFor(async () => (await raw(bodyOf(LARGEST))).status === 200, { what: 'the room to come back' });
  });

  function sendHead(bytes: number, ...more: string[]): Socket {
    const socket = connect(Number(new URL(stand.url).port), '127.0.0.1');
    socket.on('error', () => {});
    const head = ['host: x', 'content-type: application/json', `content-length: ${bytes}`, ...more];
    const key = `authorization: Bearer ${stand.testKey}`;
    socket.write(`POST /graphql HTTP/1.1\r\n${[...head, key].join('\r\n')}\r\n\r\n`);
    return socket;
  }

  /** Resolves when the gateway has the head. */
  async function beginBody(bytes: number): Promise<Socket> {
    const socket = sendHead(bytes, 'expect: 100-continue');
    expect(String((await once(socket, 'data'))[0])).toContain('100 Continue');
    return socket;
  }

  /** The refusal ends the connection. */
  async function answerToHead(bytes: number): Promise<string> {
    const socket = sendHead(bytes);
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk.toString();
    });
    await once(socket, 'close');
    return heard;
  }
});
