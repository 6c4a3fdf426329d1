import { repositoryDir } from '@ledgergraph/local/repository';
import { readSources, type Sources } from '#/checks/imports/source-files.ts';
import { findBoundaryFaults, findKnotFaults } from './check-imports.ts';
import { writeTree } from './fixture-tree.ts';

const MANIFESTS = {
  'package.json': '{"name":"tree","devDependencies":{"@swc/core":"1"}}',
  'packages/tools/package.json': '{"name":"@x/tools"}',
  'services/a/package.json': '{"name":"@x/a","dependencies":{"@x/tools":"*","zod":"4"},"imports":{"#/*":"./src/*"}}',
  'services/b/package.json': '{"name":"@x/b","dependencies":{"@x/a":"*","@x/test-kit":"*"}}',
  'clients/c/package.json':
    '{"name":"@x/c","dependencies":{"@x/ui":"*","@x/a":"*","@x/tools":"*","@x/verus-protocol":"*"}}',
  'clients/ui/package.json': '{"name":"@x/ui"}',
  'packages/verus-protocol/package.json': '{"name":"@x/verus-protocol"}',
  'packages/chain-generator/package.json': '{"name":"@x/chain-generator"}',
  'test/kit/package.json': '{"name":"@x/test-kit"}',
  'tools/package.json': '{"name":"@x/tools"}',
};

async function read(files: Record<string, string>): Promise<Sources> {
  await using tree = await writeTree({ ...MANIFESTS, ...files });
  return await readSources(tree.root);
}

const boundaryFaults = async (files: Record<string, string>) => findBoundaryFaults(await read(files));

test.each([
  ['a service that imports another', 'services/b/src/x.ts', '@x/a/y', 'reaches into services/a'],
  ['a client that imports a service', 'clients/c/src/x.tsx', '@x/a/y', 'reaches into services/a'],
  [
    'a client that imports a package of the services',
    'clients/c/src/x.ts',
    '@x/tools/y',
    'reaches into packages/tools',
  ],
  ['a service that imports a client', 'services/a/src/x.ts', '@x/ui/y', 'reaches into clients/ui'],
  ['a package that imports a service', 'packages/tools/src/x.ts', '@x/a/y', 'reaches into services/a'],
  ['deployed code that imports the test kit', 'services/b/src/x.ts', '@x/test-kit/y', 'reaches into test/kit'],
  [
    'a service that imports the generator',
    'services/a/src/x.ts',
    '@x/chain-generator/y',
    'reaches into packages/chain-generator',
  ],
  ['a test that reaches into a service', 'test/e2e/x/x.test.ts', '@x/a/y', 'reaches into services/a'],
  [
    'a test that reaches in by a path',
    'test/bench/x.ts',
    '../../services/a/src/y.ts',
    'leaves test by a relative path',
  ],
  ['a tool that reaches into a service', 'deploy/images/x.mjs', '@x/a/y', 'reaches into services/a'],
  ['a root file that reaches into a service', 'x.config.js', './services/a/src/y.ts', 'reaches into services/a'],
  ['answers that import indexing', 'services/a/src/graph/x.ts', '#/indexing/y.ts', 'crosses graph/ and indexing/'],
  ['a package that is not declared', 'services/a/src/x.ts', 'left-pad/x', 'is not a dependency of @x/a'],
])('%s is a fault', async (_, path, specifier, fault) => {
  expect((await boundaryFaults({ [path]: `import '${specifier}';` })).join('\n')).toContain(fault);
});

test('an allowed import is no fault', async () => {
  const faults = await boundaryFaults({
    'services/a/src/x.ts': "import '@x/tools/y'; import 'zod'; import 'node:fs'; import '#/z.ts';",
    'clients/c/src/x.ts': "import '@x/ui/y'; import '@x/verus-protocol/y';",
    'services/a/src/x.test.ts': "import '@x/test-kit/y'; import '@x/local/y'; import '#/indexing/y.ts';",
    'test/kit/src/x.ts': "import '@x/a/y';",
    'test/bench/x.ts': "import '@x/a/y';",
    'test/contracts/x.test.ts': "import '@x/a/y';",
    'test/e2e/x/x.test.ts': "import '@x/test-kit/y';",
    'tools/src/x.ts': "import '@swc/core';",
  });
  expect(faults).toEqual([]);
});

test('workspaces that import each other in a circle are a fault', async () => {
  const faults = await boundaryFaults({
    'test/kit/src/x.ts': "import '@x/b/y';",
    'services/b/src/x.ts': "import '@x/test-kit/y';",
  });
  expect(faults).toContain('services/b → test/kit → services/b');
});

const CIRCLE = {
  'services/a/src/one/x.ts': "import type { Y } from '#/two/deep/y.ts';",
  'services/a/src/two/deep/y.ts': "import { z } from '../../three/z.ts';",
  'services/a/src/three/z.ts': "export * from '../one/other.ts';",
  'services/a/src/one/other.ts': '',
};

test('folders that import each other in a circle are a fault, by types and over several folders as well', async () => {
  const [fault, ...others] = findKnotFaults(await read(CIRCLE));
  expect(others).toEqual([]);
  expect(fault).toContain('services/a/src: one, three, two import each other in a circle');
  expect(fault).toContain('services/a/src/one/x.ts imports services/a/src/two/deep/y.ts');
});

test('tests, and folders that only use each other one way, make no circle', async () => {
  const sources = await read({
    'services/a/src/one/x.ts': "import '#/two/y.ts'; import '#/main.ts';",
    'services/a/src/two/y.test.ts': "import '#/one/x.ts';",
    'services/a/src/start.ts': "import '#/one/x.ts';",
  });
  expect(findKnotFaults(sources)).toEqual([]);
});

test('the checks see every part of this repository', async () => {
  const { workspaces, files } = await readSources(repositoryDir);
  expect(workspaces.map(({ dir }) => dir)).toEqual(expect.arrayContaining(['gateway', 'services/blocks', 'test/kit']));
  const homes = new Set(files.map(({ home }) => home));
  expect([...homes]).toEqual(expect.arrayContaining(['gateway', 'deploy', 'deploy/local', 'test', 'jest.config.js']));
});
