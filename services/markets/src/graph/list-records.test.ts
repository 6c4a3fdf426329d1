import { listExportsOfBlock, listImportsOfBlock } from './list-records.ts';
import type { Context } from './loaders.ts';

function openContext() {
  const asked: string[] = [];
  const note = <Value>(name: string, value: Value) => {
    return async (): Promise<Value> => {
      asked.push(name);
      return value;
    };
  };
  const page = () => ({ rows: [], hasMore: false, nextCursor: null });
  const loaders = {
    blockHeights: { load: note('height', 5) },
    blockImports: { load: note('rows', []) },
    blockExports: { load: note('rows', []) },
  };
  const walk = note('walk', { view: { height: 9 }, after: null, limit: 1, page });
  return { asked, context: { view: note('view', {}), walk, loaders } as unknown as Context };
}

test.each([
  ['imports', listImportsOfBlock],
  ['exports', listExportsOfBlock],
])('%s of a block have a view before anything is read, so that a replica may be read', async (_, list) => {
  const { asked, context } = openContext();
  await list({ chainId: 'iA', hash: 'ab'.repeat(32), at: null }, {}, context);
  expect(asked).toEqual(['view', 'height', 'walk', 'rows']);
});
