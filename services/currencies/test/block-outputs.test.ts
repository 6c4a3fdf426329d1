import { insertBlockOutputs, listBlockOutputs } from '#/db/block-outputs.ts';
import { type CurrencyDatabase, openCurrencyDatabase } from './currency-database.ts';

let database: CurrencyDatabase;
beforeAll(async () => {
  database = await openCurrencyDatabase();
});
afterAll(() => database.close());

test('old values go a thousand blocks at a time, so that at least a thousand are always kept', async () => {
  const rows = Array.from({ length: 2_500 }, (_, height) => ({ height, values: String(height) }));
  await insertBlockOutputs(database.db, 'iA', rows.slice(0, 10));
  await insertBlockOutputs(database.db, 'iB', rows.slice(0, 10));
  const heights = async (chainId: string, from = 0) => {
    return (await listBlockOutputs(database.db, chainId, from)).map(Number).sort((a, b) => a - b);
  };
  for (let start = 10; start < rows.length; start += 200) {
    await insertBlockOutputs(database.db, 'iA', rows.slice(start, start + 200));
    const [oldest = 0] = await heights('iA');
    const newest = Math.min(start + 200, rows.length) - 1;
    expect(oldest).toBe(newest < 2_000 ? 0 : 1_000);
  }
  expect(await heights('iA', 2_498)).toEqual([2_498, 2_499]);
  expect(await heights('iB')).toHaveLength(10);
  await insertBlockOutputs(database.db, 'iC', rows);
  expect(await heights('iC')).toEqual(await heights('iA'));
});
