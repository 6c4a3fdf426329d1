import { VRSCTEST } from './apply-recording.ts';
import { openRecordedApi, type RecordedApi } from './recorded-api.ts';

let api: RecordedApi;

beforeAll(async () => {
  api = await openRecordedApi();
});
afterAll(() => api.close());

test.each([
  ['neither height nor hash', '{ block { hash } }', 'height'],
  ['height and hash', `{ block(height: 1, hash: "${'0'.repeat(64)}") { hash } }`, 'hash'],
  ['a malformed hash', '{ block(hash: "xyz") { hash } }', 'hash'],
  ['a negative height', '{ block(height: -1) { hash } }', 'height'],
  ['a malformed txid', '{ transaction(txid: "12") { txid } }', 'txid'],
  ['a limit of 0', '{ blocks(limit: 0) { hasMore } }', 'limit'],
  ['a limit over 100', '{ blocks(limit: 101) { hasMore } }', 'limit'],
  ['an empty range', '{ blocks(fromHeight: 5, toHeight: 4) { hasMore } }', 'fromHeight'],
  ['a malformed cursor', '{ blocks(cursor: "nonsense") { hasMore } }', 'cursor'],
  ['a limit over 100 below', '{ block(height: 1) { transactions(limit: 101) { hasMore } } }', 'limit'],
  [
    'a malformed cursor of inputs',
    '{ block(height: 1) { transactions { transactions { vin(cursor: "nonsense") { hasMore } } } } }',
    'cursor',
  ],
  [
    'a limit over 100 of outputs',
    '{ block(height: 1) { transactions { transactions { vout(limit: 101) { hasMore } } } } }',
    'limit',
  ],
])('%s is a validation error that names the argument', async (_what, query, argument) => {
  expect(await api.codeOf(query)).toMatchObject({ code: 'VALIDATION_ERROR', argument });
});

test('a cursor of another query, chain or block is refused', async () => {
  const { data } = await api.ask(
    '{ blocks(limit: 1) { nextCursor } block(height: 400) { transactions(limit: 1) { nextCursor } } }',
  );
  const cursors = [data.blocks.nextCursor, data.block.transactions.nextCursor];
  for (const cursor of cursors.filter((text) => text !== null)) {
    expect(
      await api.codeOf('query ($cursor: String) { blocks(fromHeight: 1, cursor: $cursor) { hasMore } }', { cursor }),
    ).toMatchObject({
      code: 'VALIDATION_ERROR',
      argument: 'cursor',
    });
  }
});

test('networks of the other environment do not exist', async () => {
  const query = `{ networks { chainId } network(chainId: "${VRSCTEST}") { name } block(chainId: "${VRSCTEST}", height: 1) { hash } }`;
  const { data, errors } = await api.query(query, {}, { environment: 'MAINNET' });
  expect(data).toEqual({ networks: [], network: null, block: null });
  expect(errors?.map(({ extensions, path }) => [extensions.code, path])).toEqual([
    ['NOT_FOUND', ['network']],
    ['NOT_FOUND', ['block']],
  ]);
});
