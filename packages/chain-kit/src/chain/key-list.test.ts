import { describeKeys } from './key-list.ts';

test('keys go as one list for each member, with the number of their chain', () => {
  const keys = describeKeys({ chainId: 'text', heightMax: 'integer' });
  expect(keys.sql).toContain(
    '(SELECT id FROM chain WHERE chain.chain_id = given.chain_id) AS chain, "chain_id", "height_max"',
  );
  expect(keys.sql).toContain(
    'unnest($1::text[], $2::integer[]) WITH ORDINALITY AS given ("chain_id", "height_max", key)',
  );
  const other = { heightMax: 5, chainId: 'iOther' };
  expect(keys.values([{ chainId: 'iOne', heightMax: 4 }, other])).toEqual([
    ['iOne', 'iOther'],
    [4, 5],
  ]);
});
