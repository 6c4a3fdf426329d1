import { createHash } from 'node:crypto';
import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { KeyChangedSchema } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { ResponseCache } from '#/response-cache/response-cache.ts';
import { coded } from './fake-subgraph.ts';
import { type Answer, PEPPER, TEST_CHAIN } from './gateway-stand.ts';
import { HEX, SEND, SENT, SendingStand, TXID } from './sending-stand.ts';

const cache = new ResponseCache({ bytesMax: 2 ** 20 });
const stand = new SendingStand({ cache, operationTimeoutMs: 3_000 });
beforeAll(() => stand.start());
afterAll(() => stand.stop());
beforeEach(async () => {
  stand.reset();
  stand.answer(() => SENT);
  await withRights(true);
});

const send = (hex = HEX, query = SEND): Promise<Answer> => stand.query(query, { hex });
const codeOf = ({ body }: Answer): unknown => body.errors?.[0]?.extensions.code;
const operations = () => stand.supergraphs.live.current.operations;

/** Gives the test key other rights; the gateway hears that it has changed. */
async function withRights(maySend: boolean, sendsPerMinute?: number): Promise<void> {
  stand.allow(maySend, sendsPerMinute);
  const keyHash = hashApiKey(stand.testKey, PEPPER);
  stand.bus.publish(SUBJECTS.keyChanged, KeyChangedSchema, { keyHash });
  await waitFor(() => stand.directory.findKnown(keyHash) === undefined, { what: 'the key to be forgotten' });
}

describe('a transaction', () => {
  test('is handed over once, each time it is sent, by Apollo’s server and as a known operation', async () => {
    for (let time = 1; time <= 3; time++) {
      const { status, body, headers } = await send();
      expect([status, body.data]).toEqual([200, { sendTransaction: SENT }]);
      expect(Object.keys(body.extensions ?? {})).toEqual(['chain', 'cost']);
      expect(headers.get('x-cost-estimated')).toMatch(/^[1-9]/);
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(stand.sent).toBe(time);
    }
    expect(operations().findKnown(SEND, undefined)).toBeDefined();
    expect(stand.subgraphs.blocks.requests.map(({ variables }) => variables)).toEqual([
      { hex: HEX },
      { hex: HEX },
      { hex: HEX },
    ]);
  });

  test('of two equal requests at the same time is handed over for each of them', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    stand.answer(() => held.then(() => SENT));
    const both = Promise.all([send(), send()]);
    await waitFor(() => stand.sent === 2, { what: 'both at the subgraph' });
    release();
    expect((await both).map(({ body }) => body.data)).toEqual([{ sendTransaction: SENT }, { sendTransaction: SENT }]);
  });

  test('is not taken by GET', async () => {
    const path = `/graphql?${new URLSearchParams({ query: SEND, variables: JSON.stringify({ hex: HEX }) })}`;
    const accept = 'application/graphql-response+json';
    const answer = await stand.fetch(path, { headers: { authorization: `Bearer ${stand.testKey}`, accept } });
    expect([answer.status, answer.headers.get('allow'), codeOf(answer)]).toEqual([405, 'POST', 'BAD_REQUEST']);
    expect(stand.requests()).toEqual([]);
  });

  test('is not taken as a form that any page can post', async () => {
    const answer = await stand.query(SEND, { hex: HEX }, { 'content-type': 'text/plain' });
    expect(answer.status).toBe(415);
    expect(stand.requests()).toEqual([]);
  });

  test('counts as an answered call, also where the node refuses it', async () => {
    const counted = (): number => stand.calls.counts().get(CallStatus.ANSWERED) ?? 0;
    const before = counted();
    await send();
    stand.answer(() => coded('TRANSACTION_REJECTED', 'no'));
    await send();
    expect(counted()).toBe(before + 2);
  });
});

describe('what a subgraph says of a transaction reaches the client', () => {
  test.each([
    ['TRANSACTION_REJECTED', { rejection: 'MISSING_INPUTS', canRetry: true, txid: TXID }],
    ['SEND_OUTCOME_UNKNOWN', { canRetry: true, txid: TXID }],
    ['NODE_UNAVAILABLE', { canRetry: true }],
  ])('%s', async (code, extensions) => {
    stand.answer(() => coded(code, 'In words.', { ...extensions, host: 'node-7', chainId: 'x' }));
    for (let time = 0; time < 3; time++) {
      const { status, body, text } = await send();
      const [error] = body.errors ?? [];
      expect([status, body.data]).toEqual([200, null]);
      expect(error).toMatchObject({ message: 'In words.', path: ['sendTransaction'] });
      expect(error?.extensions).toMatchObject({ code, ...extensions });
      expect(text).not.toContain('node-7');
    }
    expect(stand.sent).toBe(3);
  });

  test('but nothing that only looks like it', async () => {
    const extensions = { rejection: 'at 10.0.0.7:27486', canRetry: 'yes', txid: 'secret' };
    stand.answer(() => coded('TRANSACTION_REJECTED', 'no', extensions));
    expect((await send()).body.errors?.[0]?.extensions).toEqual({ code: 'TRANSACTION_REJECTED' });
  });
});

describe('without an answer the outcome is unknown, and nothing is sent again', () => {
  const lost = (): object => ({ errors: [coded('PIN_LOST', 'gone', { chainId: TEST_CHAIN })] });
  const faults: [string, typeof stand.subgraphs.blocks.intercept][] = [
    ['a lost pin', (_, response) => Boolean(response.end(JSON.stringify(lost())))],
    ['a connection that is reset', (_, response) => Boolean(response.socket?.destroy())],
    ['a page of a proxy', (_, response) => Boolean(response.writeHead(502).end('<html>'))],
    ['silence until the deadline', () => true],
    [
      'an error without a code',
      (_, response) => Boolean(response.end(JSON.stringify({ errors: [{ message: 'x', path: ['sendTransaction'] }] }))),
    ],
  ];
  test.each(faults)('%s', async (_fault, intercept) => {
    for (let time = 1; time <= 2; time++) {
      stand.subgraphs.blocks.intercept = (...asked) => {
        intercept(...asked);
        return true;
      };
      const { status, body, text } = await send();
      expect([status, body.data]).toEqual([200, null]);
      expect(body.errors).toHaveLength(1);
      expect(body.errors?.[0]).toMatchObject({
        message: expect.stringContaining('transactionStatus'),
        path: ['sendTransaction'],
        extensions: { code: 'SEND_OUTCOME_UNKNOWN', canRetry: true, requestId: expect.any(String) },
      });
      expect(text).not.toContain('PIN_LOST');
      expect(stand.sent).toBe(time);
    }
  });

  test('but for one that cannot have got it: that is as for a query', async () => {
    const { url } = stand.subgraphs.blocks;
    await stand.subgraphs.blocks.stop();
    try {
      const answer = await send();
      expect([answer.status, codeOf(answer)]).toEqual([200, 'SUBGRAPH_UNAVAILABLE']);
    } finally {
      await stand.subgraphs.blocks.start(Number(new URL(url).port));
    }
  });

  test('a part of the result that loses its pin is an error of that part, and the transaction is not sent again', async () => {
    stand.answer(() => ({ ...SENT, payee: { chainId: TEST_CHAIN, address: 'Ra', at: null } }));
    stand.subgraphs.addresses.intercept = (_, response) => Boolean(response.end(JSON.stringify(lost())));
    const query = SEND.replace('isNew', 'payee { balance }');
    const { body } = await send(HEX, query);
    expect(stand.sent).toBe(1);
    expect(body.errors?.map(({ path, extensions }) => [path?.[0], path?.[1], extensions.code])).toEqual(
      expect.arrayContaining([['sendTransaction', 'payee', 'CHAIN_REORGANIZED']]),
    );
  });
});

describe('a key', () => {
  test('without the permission is refused before anything reaches a subgraph, whether the operation is known or not', async () => {
    await send();
    await send();
    const before = stand.requests().length;
    await withRights(false);
    for (const query of [SEND, SEND.replace('Send', 'Other')]) {
      const answer = await send(HEX, query);
      expect([answer.status, codeOf(answer)]).toEqual([403, 'SENDING_NOT_ALLOWED']);
      expect(answer.body.errors?.[0]?.message).toContain('dashboard');
      expect(answer.body.extensions?.chain?.[0]?.chainId).toBe(TEST_CHAIN);
    }
    expect(stand.requests()).toHaveLength(before);
    // Everything else is as before.
    expect((await stand.query('{ block(height: 1) { hash } }')).status).toBe(200);
    await withRights(true);
    expect((await send()).status).toBe(200);
  });

  test('has a rate of its own, in which each transaction of an operation counts', async () => {
    await withRights(true, 5);
    const three = `mutation ($hex: String!) { a: sendTransaction(hex: $hex) { txid } ...More }
      fragment More on Mutation { b: sendTransaction(hex: $hex) { txid } c: sendTransaction(hex: $hex) { txid } }`;
    const limited = (): number => stand.calls.counts().get(CallStatus.RATE_LIMITED) ?? 0;
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
    await withRights(false);
    expect((await post({})).status).toBe(403);
    expect(stand.sent).toBe(2);
  });
});

describe('the size of a body', () => {
  const raw = (body: BodyInit, init: object = {}): Promise<Answer> =>
    stand.fetch('/graphql', {
      method: 'POST',
      headers: { authorization: `Bearer ${stand.testKey}`, 'content-type': 'application/json' },
      body,
      ...init,
    });
  const bodyOf = (bytes: number): string => JSON.stringify({ query: SEND, variables: { hex: 'ab'.repeat(bytes) } });
  const inPieces = (text: string): BodyInit =>
    new ReadableStream({
      start(controller) {
        for (let at = 0; at < text.length; at += 10_000) {
          controller.enqueue(new TextEncoder().encode(text.slice(at, at + 10_000)));
        }
        controller.close();
      },
    });

  test('is 1 MiB for a key that may send: a transaction of 520,000 bytes', async () => {
    expect((await raw(bodyOf(520_000))).body.data).toEqual({ sendTransaction: SENT });
    const answer = await raw(bodyOf(530_000));
    expect([answer.status, codeOf(answer)]).toEqual([413, 'BAD_REQUEST']);
    expect(answer.body.errors?.[0]?.message).toContain('520,000 bytes');
    expect(stand.sent).toBe(1);
  });

  test('is 64 kB for every other key, in one piece and in many', async () => {
    await withRights(false);
    const text = bodyOf(40_000);
    for (const answer of [await raw(text), await raw(inPieces(text), { duplex: 'half' })]) {
      expect([answer.status, answer.body.errors?.[0]?.message]).toEqual([413, 'The body is larger than 64 kB.']);
    }
    await withRights(true);
    expect((await raw(inPieces(text), { duplex: 'half' })).status).toBe(200);
  });
});
