import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { exitWithParent } from '@ledgergraph/local/postgres/exit-with-parent';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { inRepository } from '@ledgergraph/local/repository';
import { receiveServerSentEvents } from '@ledgergraph/test-kit/event-client';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { ResponseCache } from '#/response-cache/response-cache.ts';
import { GatewayStand } from './gateway-stand.ts';
import { FakeChain } from './streams/fake-chain.ts';

// Without the program these tests count as skipped.

const describeWhereHaproxyIs = isInstalled() ? describe : describe.skip;
const QUERY = '{ block(height: 5) { hash } }';
const HASH = 'ab'.repeat(4_000);
const OTHERS = ['BLOCKS', 'IDENTITIES', 'CURRENCIES', 'ADDRESSES', 'MARKETS', 'STATISTICS', 'ACCOUNTS', 'WEBHOOKS'];

describeWhereHaproxyIs('behind HAProxy', () => {
  const stand = new GatewayStand({ cache: new ResponseCache({ bytesMax: 2 ** 20 }) });
  const chain = new FakeChain(stand);
  const ports = { api: 0, status: 0 };
  const hits: string[] = [];
  const portal = createServer((request, response) => {
    if (request.url !== '/readyz') hits.push(request.url ?? '');
    response.end();
  });
  let stop: () => Promise<void>;

  beforeAll(async () => {
    chain.open();
    Object.assign(stand.subgraphs.blocks.resolvers.Query ?? {}, { block: () => ({ hash: HASH }) });
    await stand.start();
    Object.assign(ports, { api: await findFreePort(), status: await findFreePort() });
    portal.listen(0, '127.0.0.1');
    await once(portal, 'listening');
    const { port } = portal.address() as AddressInfo;
    stop = await startHaproxy(new URL(stand.url).host, `127.0.0.1:${port}`, ports);
    await waitFor(async () => (await ask({})).status === 200, { what: 'HAProxy to use the gateway' });
  });
  afterAll(async () => {
    await stop?.();
    portal.closeAllConnections();
    portal.close();
    await stand.stop();
  });
  const ask = (headers: Record<string, string>, search = ''): Promise<Response> =>
    fetch(`http://127.0.0.1:${ports.api}/graphql${search}`, {
      headers: { authorization: `Bearer ${stand.testKey}`, 'content-type': 'application/json', ...headers },
      ...(search === '' && { method: 'POST', body: JSON.stringify({ query: QUERY }) }),
    });

  test.each([
    ['gzip', 'gzip'],
    ['br, gzip;q=0.5', 'gzip'],
    ['gzip;q=0', null],
    ['identity', null],
  ])('an answer of /graphql is compressed for a client that accepts it: %s', async (accepted, encoding) => {
    const answer = await ask({ 'accept-encoding': accepted });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(JSON.parse(await answer.text()).data.block.hash).toHaveLength(HASH.length);
    const type = { accept: 'application/graphql-response+json', 'accept-encoding': accepted };
    expect((await ask(type)).headers.get('content-encoding')).toBe(encoding);
  });

  test('a client that has a compressed answer is not sent it again', async () => {
    const search = `?${new URLSearchParams({ query: QUERY })}`;
    const answer = await ask({ 'accept-encoding': 'gzip' }, search);
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    const tag = answer.headers.get('etag') ?? '';
    expect((await ask({ 'accept-encoding': 'gzip', 'if-none-match': tag }, search)).status).toBe(304);
  });

  test('events are not compressed, and each leaves at once', async () => {
    const query = 'subscription { chainEvents { __typename ... on Event { cursor blockHeight } } }';
    const gatewayUrl = `http://127.0.0.1:${ports.api}`;
    const stream = await receiveServerSentEvents({ gatewayUrl, key: stand.testKey, query });
    try {
      await chain.grow(1);
      await waitFor(() => stream.events.length === 1, { what: 'the event' });
    } finally {
      stream.close();
    }
  });

  test('the API goes to a gateway, and every other path to the portal', async () => {
    for (const path of [
      '/graphql',
      '/status',
      '/',
      '/docs',
      '/graphqlx',
      '/graphql/x',
      '/dashboard?x=/graphql',
      '/api-schema',
    ])
      await fetch(`http://127.0.0.1:${ports.api}${path}`);
    expect(hits).toEqual(['/', '/docs', '/graphqlx', '/graphql/x', '/dashboard?x=/graphql', '/api-schema']);
  });

  test('the page of its servers’ states is on loopback alone', async () => {
    const states = await fetch(`http://127.0.0.1:${ports.status}/;csv`);
    expect(await states.text()).toContain('gateways,gateway-1,');
    // A listener of all addresses would answer here.
    expect(await isTaken('127.0.0.2', ports.status)).toBe(false);
  });
});

function isInstalled(): boolean {
  try {
    execFileSync('haproxy', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** @param gateway host and port, as `portal` @returns stops it */
async function startHaproxy(
  gateway: string,
  portal: string,
  ports: { api: number; status: number },
): Promise<() => Promise<void>> {
  const env: Record<string, string> = { API: `127.0.0.1:${ports.api}`, STATUS_PORT: String(ports.status) };
  for (const at of [1, 2, 3]) env[`GATEWAY_${at}`] = gateway;
  for (const name of OTHERS) {
    env[name] = `127.0.0.1:${await findFreePort()}`;
    for (const at of [1, 2]) env[`${name}_${at}`] = gateway;
  }
  Object.assign(env, { PORTAL: `127.0.0.1:${await findFreePort()}`, PORTAL_1: portal, PORTAL_2: portal });
  const file = inRepository('deploy', 'haproxy', 'haproxy.cfg');
  const [program, ...args] = exitWithParent('TERM', ['haproxy', '-db', '-f', file]);
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'ignore', 'ignore'] });
  return async () => {
    const ended = once(child, 'exit');
    child.stdin?.end();
    await ended;
  };
}

function isTaken(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (is: boolean) => (): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', end(true));
    socket.once('error', end(false));
  });
}
