import { SocketPeer } from '@ledgergraph/test-kit/peers/socket-peer';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { standForFile } from '../stand-for-file.ts';

const stand = standForFile();

test.each([
  ['query', '{ networks { name } }'],
  ['mutation', 'mutation { sendTransaction(chainId: "x", hex: "00") { __typename } }'],
])('a %s over a WebSocket is refused with the way to send it, and is not planned', async (kind, query) => {
  const peer = await SocketPeer.open(stand.url);
  peer.init(stand.testKey);
  await waitFor(() => peer.received.length > 0, { what: 'the acknowledgement' });
  peer.subscribe('1', query);
  const answer = await waitFor(() => peer.received.find(({ id }) => id === '1'), { what: 'an answer' });
  peer.close();
  expect(answer).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] });
  expect(JSON.stringify(answer.payload)).toContain(`no ${kind}. Please send it by POST.`);
  expect(stand.supergraphs.graphs.current.events.knows({ query, operationName: undefined })).toBe(false);
  expect(stand.logLines.filter((line) => line.includes('could not be opened'))).toEqual([]);
});
