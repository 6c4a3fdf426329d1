import type { IdentityNode } from './identity-node.ts';
import type { GraphContext } from './loaders.ts';
import { type ContentArguments, verusContent } from './verus-content.ts';

const REMOVE = 'i5Zkx5Z7tEfh42xtKfwbJ5LgEWE9rEgpFY';
const removal = (members: string): string => `{"${REMOVE}":[{"${REMOVE}":{"version":1,${members}}}]}`;
const identity = { chainId: 'iC', identityAddress: 'iI', view: { height: 9 } } as IdentityNode;

async function contentOf(contents: string[] | null, args: ContentArguments = {}): Promise<string | null> {
  const load = (scope: unknown) => {
    expect(scope).toEqual({ chainId: 'iC', identityAddress: 'iI', fromHeight: 0, toHeight: 9 });
    return Promise.resolve(contents);
  };
  return verusContent(identity, args, { loaders: { contents: { load } } } as unknown as GraphContext);
}

test('keys stand in the order of their bytes, and numbers as they were printed', async () => {
  expect(await contentOf(['{"iB":[{"x":1.00000000}]}', '{"iA":["01"]}'])).toBe('{"iA":["01"],"iB":[{"x":1.00000000}]}');
  expect(await contentOf([])).toBe('{}');
});

test('a key chooses whole revisions, and those that remove entries unless these are kept', async () => {
  const contents = ['{"iA":["01"],"iB":["02"]}', '{"iB":["03"]}', removal('"action":3,"entrykey":"iA"')];
  expect(await contentOf(contents)).toBe('{"iB":["02","03"]}');
  expect(await contentOf(contents, { key: 'iA' })).toBe('{"iB":["02"]}');
  expect(await contentOf(contents, { key: 'iA', keepRemoved: true })).toBe('{"iA":["01"],"iB":["02"]}');
});

test('contents that are too long to be read at once are refused', async () => {
  await expect(contentOf(null)).rejects.toMatchObject({
    extensions: { code: 'VALIDATION_ERROR', argument: 'fromHeight' },
  });
});

test('a removal by hash is left to the node, unless its revision is not chosen', async () => {
  const contents = ['{"iA":["01"]}', removal('"action":2,"entrykey":"iA","valuehash":"00"')];
  expect(await contentOf(contents)).toBeNull();
  expect(await contentOf(contents, { key: 'iA', keepRemoved: true })).toBe('{"iA":["01"]}');
});
