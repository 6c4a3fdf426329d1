import { once } from 'node:events';
import { connect } from 'node:net';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { LimitedKeys, NETWORKS } from './limited-keys.ts';
import { standForFile } from './stand-for-file.ts';

const stand = standForFile({}, { Query: { networks: () => [] } });
const keys = new LimitedKeys(stand);
beforeEach(() => {
  stand.quotas.limit = 1_000n;
});

describe('each call ends as one status', () => {
  const query = (text: string, rest: object = {}): string => JSON.stringify({ query: text, ...rest });

  test.each([
    ['data', NETWORKS, {}, 'ANSWERED'],
    ['introspection', query('{ __schema { queryType { name } } }'), {}, 'ANSWERED'],
    ['data with an error beside it', query('{ network(chainId: "x") { name } }'), {}, 'ANSWERED'],
    ['not JSON', '{', {}, 'REJECTED'],
    ['no query', '{}', {}, 'REJECTED'],
    ['a syntax error', query('{'), {}, 'REJECTED'],
    ['not of the schema', query('{ nonsense }'), {}, 'REJECTED'],
    [
      'a wrong variable',
      query('query ($l: Int) { blocks(limit: $l) { hasMore } }', { variables: { l: 'x' } }),
      {},
      'REJECTED',
    ],
    ['too large an operation', query(`{ ${'networks { name } '.repeat(21)} }`), {}, 'REJECTED'],
    ['too large a body', query(`{ networks { name } } #${'x'.repeat(70_000)}`), {}, 'REJECTED'],
    ['a body of another kind', 'x', { 'content-type': 'text/plain' }, 'REJECTED'],
    ['an answer of another media type', NETWORKS, { accept: 'image/png' }, 'REJECTED'],
    [
      'a persisted query',
      JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } }),
      {},
      'REJECTED',
    ],
  ])('%s', async (_what, body, headers, status) => {
    const before = stand.quotas.totalSpent();
    const { key, id } = keys.make({ month: 100n });
    await keys.ask(key, body, headers);
    expect(await keys.reported(id, 1)).toEqual({ [status]: 1 });
    expect(stand.quotas.totalSpent() - before).toBe(status === 'ANSWERED' ? 1n : 0n);
  });

  test('without data, by our fault', async () => {
    const { key, id } = keys.make({ month: 100n });
    stand.subgraphs.blocks.intercept = (_request, response) => {
      response.writeHead(500).end('broken');
      return true;
    };
    const answer = await keys.ask(key);
    expect([answer.status, answer.body.data]).toEqual([200, { networks: null }]);
    expect(await keys.reported(id, 1)).toEqual({ FAILED: 1 });
  });

  test('a client that goes while its operation runs takes it along: its fetch is aborted, and no other follows', async () => {
    const { key, id } = keys.make({ month: 100n });
    let arrived: () => void = () => {};
    const running = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    let aborted: () => void = () => {};
    const ended = new Promise<void>((resolve) => {
      aborted = resolve;
    });
    stand.subgraphs.blocks.intercept = (_request, response) => {
      response.once('close', aborted);
      arrived();
      return true;
    };
    const body = JSON.stringify({ query: '{ blocks { blocks { producer { balance } } } }' });
    const socket = connect(Number(new URL(stand.url).port), '127.0.0.1');
    socket.write(
      `POST /graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await running;
    socket.destroy();
    await ended;
    expect(await keys.reported(id, 1)).toEqual({ REJECTED: 1 });
    expect(stand.requests()).toHaveLength(1);
  });

  test('a client that goes before its operation was there has asked nothing', async () => {
    const { key, id } = keys.make({ month: 100n });
    const socket = connect(Number(new URL(stand.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"que`,
    );
    await waitFor(() => stand.keyQuestions > 0, { what: 'the request to arrive' });
    socket.destroy();
    expect(await keys.reported(id, 1)).toEqual({ REJECTED: 1 });
  });

  test('a client that goes while its call waits for a unit leaves the unit to others', async () => {
    stand.quotas.limit = 1n;
    const { key, id } = keys.make({ month: 1n });
    let answer: () => void = () => {};
    stand.subgraphs.blocks.intercept = (_request, response) => {
      answer = () => response.end('{"data":null,"errors":[{"message":"x"}]}');
      return true;
    };
    const first = keys.ask(key);
    await waitFor(() => stand.requests().length === 1, { what: 'the first call to run' });
    const abort = new AbortController();
    const asked = stand.quotas.leaseQuestions;
    const second = stand.fetch('/graphql', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: NETWORKS,
      signal: abort.signal,
    });
    await waitFor(() => stand.quotas.leaseQuestions > asked, { what: 'the second call to wait' });
    abort.abort();
    await expect(second).rejects.toThrow();
    expect(await keys.reported(id, 1)).toEqual({ REJECTED: 1 });
    answer();
    await first;
    stand.subgraphs.blocks.intercept = () => false;
    expect((await keys.ask(key)).status).toBe(200);
    expect(await keys.reported(id, 3)).toEqual({ ANSWERED: 1, FAILED: 1, REJECTED: 1 });
    // Nothing was asked for clients that had gone.
    expect(stand.requests()).toHaveLength(2);
  });
});

test('operators see units and keys', async () => {
  const read = () => ({ ...stand.keeper.balance(), ...stand.directory.cacheState() });
  const before = read();
  const { key, id } = keys.make({ month: 1_000n });
  await keys.ask(key);
  await keys.ask(key, '{');
  await keys.reported(id, 2);
  const after = read();
  expect(after.unitsHeld).toBeGreaterThan(before.unitsHeld);
  expect(after.known).toBe(before.known + 1);
  expect(after).toMatchObject({ reportedAgoMs: expect.any(Number), oldestMs: expect.any(Number) });
  expect(after.teams).toBeGreaterThan(0);
});
