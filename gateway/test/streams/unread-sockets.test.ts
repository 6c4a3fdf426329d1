import type { Socket } from 'node:net';
import { SocketPeer } from '@ledgergraph/test-kit/peers/socket-peer';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { MEMORY_BOUNDS } from '#/memory/bounds.ts';
import { TEST_CHAIN } from '../gateway-stand.ts';
import { standForFile } from '../stand-for-file.ts';
import { FakeChain } from './fake-chain.ts';

/** Far above what the buffers of a connection hold. */
const EVENT_BYTES = 20 * 1024 * 1024;
const MINERS = 'subscription { chainEvents { ... on BlockAdded { block { merkleRoot } } } }';

const stand = standForFile();
const chain = new FakeChain(stand);
const sockets = new Set<Socket>();
const peers: SocketPeer[] = [];
beforeAll(() =>
  stand.server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  }),
);
beforeEach(async () => {
  chain.open();
  await stand.follower.refresh();
});
afterEach(() => {
  for (const peer of peers.splice(0)) peer.close();
});

async function subscribeAndNotRead(): Promise<void> {
  const peer = await SocketPeer.open(stand.url);
  peers.push(peer);
  peer.init(stand.testKey);
  await waitFor(() => peer.received.length > 0, { what: 'the acknowledgement' });
  peer.subscribe('s', MINERS);
  peer.stopReading();
}

function answerBlocks(): void {
  stand.subgraphs.blocks.intercept = ({ query, variables }, response) => {
    if (variables.representations === undefined || !query.includes('merkleRoot')) return false;
    const merkleRoot = 'x'.repeat(EVENT_BYTES);
    response.end(
      `{"data":{"_entities":[{"__typename":"Block","chainId":"${TEST_CHAIN}","hash":"","merkleRoot":"${merkleRoot}"}]}}`,
    );
    return true;
  };
}

const unread = (): number => Array.from(sockets).reduce((sum, { writableLength }) => sum + writableLength, 0);

test('sockets of clients that do not read hold a bounded number of bytes, though each has its own copy of an event', async () => {
  for (let number = 0; number < 5; number += 1) await subscribeAndNotRead();
  await waitFor(() => sockets.size === 5, { what: 'five sockets' });
  answerBlocks();
  await chain.grow(1);
  await waitFor(() => unread() > EVENT_BYTES / 4, { what: 'events that wait' });
  await waitFor(() => sockets.size < 5 && unread() < MEMORY_BOUNDS.socketMessages, {
    what: 'sockets that were cut off',
  });
  expect(sockets.size).toBeGreaterThan(0);
});
