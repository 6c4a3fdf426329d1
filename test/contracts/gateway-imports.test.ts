import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryDir } from '@ledgergraph/local/repository';
import { readSources, type SourceFile } from '@ledgergraph/tools/checks/imports/source-files';

const ENTRY = 'gateway/src/gateway.ts';
const UNWANTED = ['pg', '@prisma/client', '@prisma/adapter-pg', '@apollo/subgraph', '@apollo/composition'];
/** Loaded only by a setting: it brings all of `@apollo/gateway`. */
const CHOSEN = 'gateway/src/execution/apollo/apollo-executor.ts';

let sources: ReadonlyMap<string, SourceFile>;
beforeAll(async () => {
  sources = new Map((await readSources(repositoryDir)).files.map((file) => [file.path, file]));
});

interface Reached {
  files: Map<string, string>;
  packages: Map<string, string>;
}

/** By default: dynamic imports included, and dependencies of packages. */
function reach(entry: string): Reached {
  const files = new Map([[entry, '']]);
  const packages = new Map<string, string>();
  for (const [path] of files) {
    for (const { specifier, target } of sources.get(path)?.imports ?? []) {
      const file = target === undefined ? undefined : target.endsWith('.ts') ? target : `${target}.ts`;
      if (file === CHOSEN) continue;
      if (file !== undefined) files.set(file, files.get(file) ?? path);
      else if (!specifier.startsWith('node:')) packages.set(nameOf(specifier), path);
    }
  }
  for (const [name] of packages) {
    for (const dependency of dependenciesOf(name)) packages.set(dependency, packages.get(dependency) ?? name);
  }
  return { files, packages };
}

function nameOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

function dependenciesOf(name: string): string[] {
  try {
    const manifest = JSON.parse(readFileSync(join(repositoryDir, 'node_modules', name, 'package.json'), 'utf8'));
    return Object.keys((manifest as { dependencies?: object }).dependencies ?? {});
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
const bringersOf = (names: readonly string[], { files, packages }: Reached): string[] => [
  ...names.flatMap((name) => (packages.has(name) ? [`${name} by ${packages.get(name)}`] : [])),
  ...[...files]
    .filter(([file]) => /^(services|packages\/(chain-kit|graph-tools))\//.test(file))
    .map(([file, by]) => `${file} by ${by}`),
];

test('the gateway loads no database driver, nothing that makes a subgraph or composes, and no code of a service', () => {
  const reached = reach(ENTRY);
  expect([...reached.files.keys()]).toEqual(
    expect.arrayContaining(['gateway/src/serve.ts', 'packages/graph-kit/src/errors.ts']),
  );
  expect(reached.packages.has('@apollo/query-graphs')).toBe(true);
  expect(bringersOf(UNWANTED, reached)).toEqual([]);
});

test('the gateway loads Apollo’s own gateway by one import(), where a setting asks for it', () => {
  const inGateway = [...sources.values()].filter(({ path }) => /^gateway\/src\/.*(?<!\.test)\.ts$/.test(path));
  const importing = (is: (of: { specifier: string; target: string | undefined }) => boolean): string[] =>
    inGateway.filter(({ imports }) => imports.some(is)).map(({ path }) => path);
  const [loader, ...others] = importing(({ target }) => target === CHOSEN);
  expect(others).toEqual([]);
  const text = readFileSync(join(repositoryDir, loader ?? ''), 'utf8');
  expect(text.match(/^.*apollo-executor\.ts'.*$/gm)).toEqual([
    expect.stringMatching(/^import type /),
    expect.stringContaining("await import('./apollo-executor.ts')"),
  ]);
  const { files, packages } = reach(ENTRY);
  expect(packages.has('@apollo/gateway')).toBe(false);
  const users = importing(({ specifier }) => specifier === '@apollo/gateway');
  expect(users).toContain(CHOSEN);
  expect(users.filter((path) => files.has(path))).toEqual([]);
});

test('what a subgraph loads is found, so the walk sees drivers and kits, and no Prisma client is among it', () => {
  const reached = reach('services/identities/src/api.ts');
  for (const name of ['pg', '@apollo/subgraph']) expect(reached.packages.has(name)).toBe(true);
  for (const service of ['addresses', 'blocks', 'currencies', 'identities', 'markets', 'statistics']) {
    const { packages } = reach(`services/${service}/src/api.ts`);
    expect(['@prisma/client', '@prisma/adapter-pg'].filter((name) => packages.has(name))).toEqual([]);
  }
  expect(bringersOf([], reached).some((line) => line.startsWith('packages/chain-kit/'))).toBe(true);
});
