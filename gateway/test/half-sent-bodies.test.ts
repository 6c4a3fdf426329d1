import { KeyEnvironment } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { addressOf, Peer } from '@ledgergraph/test-kit/peers/peer';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { LimitedKeys, NETWORKS } from './limited-keys.ts';
import { standForFile } from './stand-for-file.ts';

const BODY_BYTES = 64 * 1024;

const stand = standForFile({}, { Query: { networks: () => [] } });
const keys = new LimitedKeys(stand);
const peers: Peer[] = [];
afterEach(() => {
  for (const peer of peers.splice(0)) peer.destroy();
});

async function openPeers(count: number): Promise<Peer[]> {
  const opened = await Promise.all(Array.from({ length: count }, () => Peer.open(addressOf(stand.url))));
  peers.push(...opened);
  return opened;
}

function head(line: string, key: string, ...more: string[]): string {
  const headers = ['host: x', `authorization: Bearer ${key}`, 'content-type: application/json', ...more];
  return `${line} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`;
}

test('half-sent bodies of one person, with the keys of many teams, have a bounded room, and others send theirs', async () => {
  const owned = Array.from({ length: 10 }, (_, index) => {
    const made = keys.make({ teamId: `team-${index >> 2}`, personId: 'person', environment: KeyEnvironment.TEST });
    return made.key;
  });
  for (const key of owned) expect((await keys.ask(key)).status).toBe(200);
  const opened = await openPeers(400);
  for (const [index, peer] of opened.entries()) {
    const key = owned[index % owned.length] ?? '';
    const isWhole = index % 2 === 0;
    const size = isWhole ? `content-length: ${BODY_BYTES}` : 'transfer-encoding: chunked';
    peer.send(head('POST /graphql', key, size));
    peer.send(isWhole ? 'x'.repeat(BODY_BYTES - 1) : '1\r\nx\r\n'.repeat(100));
  }
  const refused = () => opened.filter((peer) => peer.read().startsWith('HTTP/1.1 429 ')).length;
  // 16 MiB hold 227 bodies with their requests.
  await waitFor(() => refused() === 400 - 227, { what: 'the refusal of all that have no room' });

  // A whole body needs no room, and another person has room.
  expect((await keys.ask(owned[0] ?? '')).status).toBe(200);
  const [other] = await openPeers(1);
  other?.send(head('POST /graphql', keys.make().key, `content-length: ${NETWORKS.length}`, 'expect: 100-continue'));
  await waitFor(() => other?.read().includes('100 Continue'), { what: 'the gateway to wait for the body' });
  for (const part of [NETWORKS.slice(0, 9), NETWORKS.slice(9)]) other?.send(part);
  await waitFor(() => other?.read().includes('HTTP/1.1 200 '), { what: 'the answer to another' });
  expect(refused()).toBe(400 - 227);

  for (const peer of opened) peer.destroy();
  const [again] = await openPeers(1);
  const chunked = head('POST /graphql', owned[0] ?? '', 'transfer-encoding: chunked');
  const whole = `${chunked}${NETWORKS.length.toString(16)}\r\n${NETWORKS}\r\n0\r\n\r\n`;
  await waitFor(
    () => {
      again?.send(whole);
      return again?.read().includes('HTTP/1.1 200 ');
    },
    { what: 'the room to come back' },
  );
});

test.each(['POST', 'PUT', 'DELETE'])('where nothing is, %s is answered before its body has come', async (method) => {
  const [peer] = await openPeers(1);
  peer?.send(head(`${method} /nothing-here`, stand.testKey, `content-length: ${BODY_BYTES}`));
  await waitFor(() => peer?.read().startsWith('HTTP/1.1 404 '), { what: 'the answer' });
});

test('the body of a GET is dropped as it comes, also while it is answered', async () => {
  stand.subgraphs.blocks.intercept = () => true;
  const [peer] = await openPeers(1);
  const bytes = 64_000_000;
  peer?.send(head('GET /graphql?query={block(height:5){hash}}', stand.liveKey, `content-length: ${bytes}`));
  await waitFor(() => stand.requests().length > 0, { what: 'it to run' });
  peer?.send(Buffer.alloc(bytes, 'x'));
  await waitFor(() => peer?.unsent === 0, { what: 'all of it to be taken', timeoutMs: 20_000 });
  expect([peer?.read(), peer?.isClosed]).toEqual(['', false]);
});
