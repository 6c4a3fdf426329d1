import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { checkChain, findChain, numberChain } from '#/chain/chain-numbers.ts';
import { createSqlClient, type TestSqlClient } from './sql-client.ts';

const [FIRST, SECOND] = ['iFirst', 'iSecond'];

let db: TestSqlClient;
let drop: () => Promise<void>;

beforeEach(async () => {
  const database = await createTestDatabase({ service: 'identities' });
  drop = database.drop;
  db = createSqlClient(database.url);
});
afterEach(async () => {
  await db.close();
  await drop();
});

test('a chain keeps the number it got first, and no other chain has it', async () => {
  expect(await findChain(db, FIRST)).toBeUndefined();
  const first = await numberChain(db, FIRST);
  const second = await numberChain(db, SECOND);
  expect(second).not.toBe(first);
  expect([await numberChain(db, FIRST), await findChain(db, FIRST)]).toEqual([first, first]);
  await checkChain(db, FIRST, first);
  await expect(checkChain(db, FIRST, second)).rejects.toThrow('the number of iFirst changed');
});

test('two that number one chain at once get one number', async () => {
  const waiting = Promise.withResolvers<void>();
  const first = db.$transaction(async (tx) => {
    const number = await numberChain(tx, FIRST);
    waiting.resolve();
    return number;
  });
  await waiting.promise;
  const numbers = await Promise.all([first, numberChain(db, FIRST), numberChain(db, FIRST)]);
  expect(new Set(numbers).size).toBe(1);
});
