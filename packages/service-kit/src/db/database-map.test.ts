import { chainDatabasesEnv, listPrimaries, openByChain } from './database-map.ts';

const A = 'postgres://u:secret-word@127.0.0.1/a';
const B = 'postgres://u:secret-word@127.0.0.1/b';

test('chains that are not named have the database of the others, and each database is opened once', () => {
  const byChain = new Map(
    Object.entries(chainDatabasesEnv.parse(JSON.stringify({ iOne: { url: B }, iTwo: { url: B, readUrls: [A] } }))),
  );
  const opened: string[][] = [];
  const databases = openByChain({ others: { url: A, readUrls: [] }, byChain }, ({ url, readUrls }) => {
    opened.push([url, ...readUrls]);
    return url;
  });
  expect(opened).toEqual([[A], [B, A]]);
  expect(['iOne', 'iTwo', 'iThree'].map(databases.of)).toEqual([B, B, A]);
  expect(databases.list()).toEqual([A, B]);
  expect(listPrimaries({ others: { url: A, readUrls: [] }, byChain })).toEqual([A, B]);
});

test.each([
  '{',
  '[]',
  '{"iOne":"secret-word"}',
  '{"iOne":{"url":"http://secret-word"}}',
  '{"iOne":{"uri":"secret-word"}}',
])('a map that cannot be read is refused, and the fault does not repeat it: %s', (text) => {
  const { error } = chainDatabasesEnv.safeParse(text);
  expect(error?.issues).toHaveLength(1);
  expect(JSON.stringify(error?.issues)).not.toContain('secret-word');
});

test('an absent map names no chain', () => {
  expect(chainDatabasesEnv.parse(undefined)).toEqual({});
});
