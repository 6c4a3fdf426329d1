import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { ResponseCache } from '#/response-cache/response-cache.ts';
import { coded } from './fake-subgraph.ts';
import { type Answer, TEST_CHAIN } from './gateway-stand.ts';
import { HEX, SEND, SENT, SendingStand, TXID } from './sending-stand.ts';

const cache = new ResponseCache({ bytesMax: 2 ** 20 });
const stand = new SendingStand({ cache, operationTimeoutMs: 3_000 });
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
    expect(operations().find({ source: SEND, operationName: undefined })).toBeDefined();
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
    const counted = (): number => stand.settled.get(CallStatus.ANSWERED) ?? 0;
    const before = counted();
    await send();
    stand.answer(() => coded('TRANSACTION_REJECTED', 'no'));
    await send();
    expect(counted()).toBe(before + 2);
  });
});

describe('the answer of a subgraph about a transaction reaches the client', () => {
  test.each([
    ['TRANSACTION_REJECTED', { rejection: 'MISSING_INPUTS', canRetry: true, txid: TXID }],
    ['TRANSACTION_REJECTED', { rejection: 'INPUTS_SPENT', canRetry: false, txid: TXID, conflictsWith: [TXID] }],
    ['SEND_OUTCOME_UNKNOWN', { canRetry: true, txid: TXID }],
    ['NODE_UNAVAILABLE', { canRetry: true }],
  ])('%s', async (code, extensions) => {
    stand.answer(() => coded(code, 'In words.', { ...extensions, host: 'node-7', chainId: 'x' }));
    for (let time = 0; time < 3; time++) {
      const { status, body, text } = await send();
      const [error] = body.errors ?? [];
      expect([status, body.data]).toEqual([200, { sendTransaction: null }]);
      expect(error).toMatchObject({ message: 'In words.', path: ['sendTransaction'] });
      expect(error?.extensions).toMatchObject({ code, ...extensions });
      expect(text).not.toContain('node-7');
    }
    expect(stand.sent).toBe(3);
  });

  test('but nothing that only looks like it', async () => {
    const extensions = {
      rejection: 'at 10.0.0.7:27486',
      canRetry: 'yes',
      txid: 'secret',
      conflictsWith: [TXID, 'node-7'],
    };
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
      expect([status, body.data]).toEqual([200, { sendTransaction: null }]);
      expect(body.errors).toHaveLength(1);
      expect(body.errors?.[0]).toMatchObject({
        message: expect.stringContaining('ask for the status of its txid'),
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
