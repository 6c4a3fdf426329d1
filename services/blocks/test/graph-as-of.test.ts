import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { announceVrsctest, apply, hashOf, VRSCTEST } from './apply-recording.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';
import { openApi } from './query-api.ts';

const TIP = 330;
const main = readNormalizedBlocks('vrsctest-a');
const hash = (height: number): string => hashOf(main[height]);

let database: TestDatabase;
let api: Awaited<ReturnType<typeof openApi>>;

beforeAll(async () => {
  database = await openDatabase();
  await announceVrsctest(database.db);
  await apply(database.db, main.slice(0, TIP + 1));
  api = await openApi(database.db);
});
afterAll(async () => {
  await api?.close();
  await database?.close();
});

test('an object reached through asOf is read at that block, with all objects below it', async () => {
  const spender = main.slice(200, TIP).find(({ transactions }) => transactions.length > 1);
  const [input] = spender?.transactions[1]?.inputs ?? [];
  if (spender === undefined || input === undefined) throw new Error('no block of the recording spends anything');
  const txid = Buffer.from(input.txid).toString('hex');
  const { data, errors } = await api.query(
    `query ($representations: [_Any!]!) { _entities(representations: $representations) {
      ... on Block { at confirmations nextHash producer { at } transactions { transactions { at block { confirmations } } } }
      ... on Transaction { at block { confirmations } vout { outputs { spentBy { blockHeight } currencyValues { currency { at } } } } } } }`,
    {
      representations: [
        { __typename: 'Block', chainId: VRSCTEST, hash: hash(300), at: 300 },
        { __typename: 'Block', chainId: VRSCTEST, hash: hash(300), at: null },
        { __typename: 'Block', chainId: VRSCTEST, hash: hash(301), at: 300 },
        { __typename: 'Transaction', chainId: VRSCTEST, txid, at: spender.height - 1 },
        { __typename: 'Transaction', chainId: VRSCTEST, txid, at: spender.height },
      ],
    },
  );
  const [then, now, above, before, after] = data._entities;
  expect(then).toMatchObject({ at: 300, confirmations: 1, nextHash: null, producer: { at: 300 } });
  expect(then.transactions.transactions[0]).toEqual({ at: 300, block: { confirmations: 1 } });
  expect(now).toMatchObject({ at: null, confirmations: 31, nextHash: hash(301), producer: { at: null } });
  expect(above).toBeNull();
  expect(errors).toMatchObject([{ path: ['_entities', 2], extensions: { code: 'NOT_FOUND' } }]);
  expect(before).toMatchObject({ at: spender.height - 1 });
  expect(before.vout.outputs[input.vout].spentBy).toBeNull();
  expect(after.vout.outputs[input.vout].spentBy).toEqual({ blockHeight: spender.height });
});

test('each root field that reads rows answers as of a block, as if nothing had come after it', async () => {
  const [at, later] = [main[300], main[301]];
  const txid = Buffer.from(later?.transactions[0]?.txid ?? []).toString('hex');
  const known = Buffer.from(at?.transactions[0]?.txid ?? []).toString('hex');
  const asOf = `asOf: { hash: "${hash(300)}" }`;
  const { data, errors } = await api.query(`{
    blocks(limit: 2, ${asOf}) { totalCount blocks { height at confirmations nextHash } }
    block(height: 300, ${asOf}) { at confirmations nextHash transactions { transactions { txid at confirmations } } }
    transaction(txid: "${known}", ${asOf}) { at confirmations vout { outputs { spentBy { txid } } } }
    transactions(txids: ["${known}", "${txid}"], ${asOf}) { txid }
    above: block(height: 301, ${asOf}) { height }
    unknown: block(height: 1, asOf: { height: 100000 }) { height }
  }`);
  expect(data.blocks).toEqual({
    totalCount: 301,
    blocks: [
      { height: 300, at: 300, confirmations: 1, nextHash: null },
      { height: 299, at: 300, confirmations: 2, nextHash: hash(300) },
    ],
  });
  expect(data.block).toMatchObject({ at: 300, confirmations: 1, nextHash: null });
  expect(data.block.transactions.transactions[0]).toEqual({ txid: known, at: 300, confirmations: 1 });
  expect(data.transaction).toMatchObject({ at: 300, confirmations: 1 });
  for (const { spentBy } of data.transaction.vout.outputs) expect(spentBy).toBeNull();
  expect(data.transactions).toEqual([{ txid: known }, null]);
  expect([data.above, data.unknown]).toEqual([null, null]);
  expect(errors).toHaveLength(3);
});
