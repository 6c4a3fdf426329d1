import {
  findForbiddenImports,
  findGraphIndexingImports,
  findRelativeEscapes,
  findUndeclaredImports,
  findWorkspaceCycles,
} from './imports/boundaries.ts';
import { readImports } from './imports/read-imports.ts';
import { listSourceFiles, listWorkspaces, type SourceFile, type Workspace } from './imports/source-files.ts';

const workspaces = listWorkspaces();
const files = listSourceFiles(workspaces);

test('the sources were found', () => {
  expect(workspaces.map(({ dir }) => dir)).toEqual(expect.arrayContaining(['gateway', 'services/blocks', 'test/kit']));
  expect(files.filter(({ path }) => path.startsWith('services/blocks/src/')).length).toBeGreaterThan(10);
});

test('nobody imports what is not theirs to use', () => {
  expect(findForbiddenImports(files)).toEqual([]);
});

test('graph and indexing of a service never import each other', () => {
  expect(findGraphIndexingImports(files)).toEqual([]);
});

test('relative imports stay inside their workspace', () => {
  expect(findRelativeEscapes(files)).toEqual([]);
});

test('every import of deployed code is a declared dependency', () => {
  expect(findUndeclaredImports(files)).toEqual([]);
});

test('workspaces do not depend on each other in a circle', () => {
  expect(findWorkspaceCycles(files, workspaces)).toEqual([]);
});

const blocks: Workspace = {
  dir: 'services/blocks',
  name: '@ledgergraph/blocks',
  dependencies: new Set(['zod']),
  ownNames: new Map(),
};
const kit: Workspace = { dir: 'test/kit', name: '@ledgergraph/test-kit', dependencies: new Set(), ownNames: new Map() };

function fileOf(workspace: Workspace, path: string, specifier: string, target: string | undefined): SourceFile {
  return {
    path: `${workspace.dir}/${path}`,
    workspace,
    isTest: path.endsWith('.test.ts'),
    imports: [{ specifier, target }],
  };
}

test('the rules see each kind of breach', () => {
  const toAddresses = fileOf(blocks, 'src/api.ts', '@ledgergraph/addresses/api', 'services/addresses');
  expect(findForbiddenImports([toAddresses])).toHaveLength(1);
  expect(findForbiddenImports([fileOf(blocks, 'src/api.ts', '@ledgergraph/test-kit', 'test/kit')])).toHaveLength(1);
  expect(findForbiddenImports([fileOf(blocks, 'src/api.test.ts', '@ledgergraph/test-kit', 'test/kit')])).toEqual([]);
  const toGraph = fileOf(blocks, 'src/indexing/a.ts', '#/graph/b.ts', 'services/blocks/src/graph/b.ts');
  expect(findGraphIndexingImports([toGraph])).toHaveLength(1);
  expect(findRelativeEscapes([fileOf(blocks, 'src/a.ts', '../../x.ts', 'services/x.ts')])).toHaveLength(1);
  expect(findUndeclaredImports([fileOf(blocks, 'src/a.ts', 'left-pad/x', undefined)])).toHaveLength(1);
  expect(findUndeclaredImports([fileOf(blocks, 'src/a.ts', 'zod', undefined)])).toEqual([]);
  const circle = [
    fileOf(blocks, 'src/a.ts', '@ledgergraph/test-kit', 'test/kit'),
    fileOf(kit, 'src/b.ts', '@ledgergraph/blocks', 'services/blocks'),
  ];
  expect(findWorkspaceCycles(circle, [blocks, kit])).toContain('services/blocks → test/kit → services/blocks');
});

test('every form of import is read from the source', () => {
  const text = `
    import a from 'a'; import type { B } from 'b'; export * from 'c'; export { d } from 'd';
    const e = await import('e'); let f: import('f').F; // import 'not-this'
    const text = "import x from 'nor-this'";`;
  expect(readImports(text).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});
