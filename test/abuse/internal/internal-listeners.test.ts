import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BlockStreamService } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import { HTTP_PEERS } from '@ledgergraph/test-kit/peers/http-peers';
import { addressOf, Peer } from '@ledgergraph/test-kit/peers/peer';
import { peersHeldOn } from '@ledgergraph/test-kit/peers/process-costs';
import { startTestStack, type TestStack } from '@ledgergraph/test-kit/stack';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { type Listener, listListeners, readPorts } from './list-listeners.ts';
import { listListening } from './list-listening.ts';

const RECORDING = 'vrsctest-a';
const AT_ONCE = 100;
/** They read no answer; each has a connection of its own. */
const CONSUMERS = 40;

let stack: TestStack;
let listeners: Listener[];
let secret: string;
let pids: (number | undefined)[];
const staying = new Map<Listener, Peer[]>();

beforeAll(async () => {
  stack = await startTestStack({ recordings: [RECORDING], from: 200, processes: 'one-per-role' });
  listeners = await listListeners(stack);
  pids = listeners.map(({ pid }) => pid());
  secret = JSON.parse(await readFile(join(stack.address.dataDir, 'secrets.json'), 'utf8')).internalSecret;
});
afterAll(async () => {
  for (const peer of [...staying.values()].flat()) peer.destroy();
  await stack?.stop();
});

function keep(listener: Listener, peers: readonly Peer[]): void {
  staying.set(listener, [...(staying.get(listener) ?? []), ...peers]);
}

const portOf = ({ url }: Listener): number => addressOf(url).port;

async function expectAnswer({ name, url, openPath }: Listener, after: string): Promise<void> {
  const { status } = await fetch(`${url}${openPath}`, { headers: { connection: 'close' } });
  expect([name, after, status]).toEqual([name, after, 200]);
}

function withSecret(path: string): string {
  return `${path} HTTP/1.1\r\n${INTERNAL_HEADER}: ${secret}\r\nx-rest:`;
}

/** Anyone with a place between our processes reaches it. */
function innerPath({ name }: Listener): string {
  if (name === 'blocks-api') return `/${BlockStreamService.typeName}/ListTips`;
  return name === 'accounts-api' || name === 'portal-api' ? '/dashboard/api/me' : '/graphql';
}

function pathsOf(listener: Listener, peer: string): string[] {
  if (listener.openPath === '/metrics') return [peer.includes('many requests') ? '/' : listener.openPath];
  return [innerPath(listener), withSecret(innerPath(listener))];
}

test('every port on which a process of ours listens is in the list of listeners', async () => {
  const known = await readPorts(stack.address.dataDir);
  const processes = stack.running.processes.flatMap(({ pid }) => pid ?? []);
  const listening = (await Promise.all(processes.map(listListening))).flatMap((ports) => ports ?? []);
  expect(listening.filter((port) => !Object.values(known).includes(port))).toEqual([]);
  for (const listener of listeners) await expectAnswer(listener, 'in the beginning');
  // Nine services, six with an indexer, each with a port for operators; and the gateway's.
  expect(listeners.length).toBeGreaterThanOrEqual(31);
});

describe.each(HTTP_PEERS.map((peer) => [peer.name, peer] as const))('a peer that %s', (_name, { name, act }) => {
  test('leaves every listener answering others', async () => {
    await Promise.all(
      listeners.map(async (listener) => {
        for (const path of pathsOf(listener, name)) keep(listener, await act(addressOf(listener.url), path));
        await expectAnswer(listener, name);
      }),
    );
    expect(listeners.map(({ pid }) => pid())).toEqual(pids);
  });
});

test(`${AT_ONCE} connections at once, each with a request, leave every listener answering others`, async () => {
  for (const listener of listeners) {
    const request = `GET ${listener.openPath} HTTP/1.1\r\nhost: listener\r\n\r\n`;
    const peers = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const peer = await Peer.open(addressOf(listener.url));
        peer.send(request);
        return peer;
      }),
    );
    await expectAnswer(listener, 'while the others are there');
    for (const peer of peers) peer.reset();
    await waitFor(async () => peers.every((peer) => peer.isClosed), { what: 'the peers to be gone' });
  }
  expect(listeners.map(({ pid }) => pid())).toEqual(pids);
});

test('consumers of blocks that read no answer hold no one up', async () => {
  const listener = listeners.find(({ name }) => name === 'blocks-api') as Listener;
  const { data } = await stack.query('test', '{ networks { chainId } }');
  const body = JSON.stringify({ chainId: data.networks[0].chainId, fromHeight: 0, blocksMax: 1_000 });
  const head = `POST /${BlockStreamService.typeName}/ReadBlocks HTTP/1.1\r\nhost: listener\r\n${INTERNAL_HEADER}: ${secret}\r\n`;
  const read = `${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  for (let count = 0; count < CONSUMERS; count += 1) {
    const peer = await Peer.open(addressOf(listener.url));
    keep(listener, [peer]);
    peer.send(read);
  }
  await expectAnswer(listener, 'while consumers do not read');
  const { chains } = await stack.query('test', '{ __typename }');
  expect(chains).toHaveLength(1);
  expect(listeners.map(({ pid }) => pid())).toEqual(pids);
});

test('a request without the secret is refused on every port but those of operators, and the portal’s, which is public', async () => {
  for (const listener of listeners.filter(({ name, openPath }) => openPath === '/livez' && name !== 'portal-api')) {
    const asks = Array.from({ length: AT_ONCE }, () =>
      fetch(`${listener.url}${innerPath(listener)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }).then(async (response) => {
        await response.text();
        return response.status;
      }),
    );
    expect([listener.name, new Set(await Promise.all(asks))]).toEqual([listener.name, new Set([401])]);
  }
});

test('every listener lets go of peers that stay and read nothing, though none of them closes', async () => {
  expect([...staying.keys()].length).toBe(listeners.length);
  // The longest deadline is that of a connection between two requests.
  for (const [listener, peers] of staying) {
    const isHeld = async (): Promise<boolean> => {
      const held = await peersHeldOn(portOf(listener));
      return held === undefined ? peers.some((peer) => !peer.hasSeenEnd()) : peers.some(({ port }) => held.has(port));
    };
    await waitFor(async () => !(await isHeld()), { what: `${listener.name} to hold no peer`, timeoutMs: 300_000 });
  }
  expect(listeners.map(({ pid }) => pid())).toEqual(pids);
  for (const listener of listeners) await expectAnswer(listener, 'in the end');
});
