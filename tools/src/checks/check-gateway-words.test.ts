import { findForeignWords } from './check-gateway-words.ts';
import { writeTree } from './fixture-tree.ts';

const SCHEMA = `type Query { item(itemId: String!, height: Int): Item chainId: String }
  type Item { id: ID! firstSeenAt: Int } enum ItemState { ON_HAND LIVE } input ItemFilter { minSize: Int }`;

type Allowed = Parameters<typeof findForeignWords>[1];

async function find(files: Record<string, string>, allowed: Allowed = []): Promise<string[]> {
  await using tree = await writeTree({
    'services/shop/schema.graphql': SCHEMA,
    'packages/graph-kit/events.graphql': 'interface Event { chainId: String! }',
    ...files,
  });
  return findForeignWords(tree.root, allowed);
}

const a = 'gateway/src/a.ts';

test.each([
  ['a field', 'const text = "{ item { firstSeenAt } }";', 'firstSeenAt'],
  ['an argument', 'ask({ itemId: 1 });', 'itemId'],
  ['a member of an input', 'const { minSize } = filter;', 'minSize'],
  ['a type', 'const name = "Item"; // as planned', 'Item'],
  ['a type of two words', '/** Reads an ItemState. */', 'ItemState'],
  ['a value', "if (state === 'ON_HAND') return;", 'ON_HAND'],
  ['a word of an object of subgraphs', 'const ofIdentities = true;', 'ofIdentities'],
  ['such a word in a comment', '// Reads a statement.', 'statement'],
])('finds %s of a schema in the gateway', async (_what, text, word) => {
  expect(await find({ [a]: `\n${text}\n` })).toEqual([`${a}:2: ${word}`]);
});

test('plain English, words of the events that the gateway makes, and other workspaces are no fault', async () => {
  const text = "/** Item by item, each of a height. */\n// Item.\nconst chainId = height; const url = 'LIVE';\n";
  expect(await find({ [a]: text, 'services/shop/src/b.ts': 'itemId' })).toEqual([]);
});

test('a word is allowed with a reason, everywhere or in some files, for as long as it is there', async () => {
  const files = { [a]: 'const itemId = minSize;', 'gateway/src/b.test.ts': 'const itemId = 1;' };
  const allowed = [
    { words: ['minSize', 'firstSeenAt'], why: 'a protocol' },
    { words: ['itemId'], why: 'a protocol', files: [a] },
  ];
  expect(await find(files, allowed)).toEqual([
    'gateway/src/b.test.ts:1: itemId',
    'firstSeenAt: is not there any more; take it off the list',
  ]);
});
