import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRepository, repositoryDir } from '@ledgergraph/local/repository';
import { readSources } from '@ledgergraph/tools/checks/imports/source-files';

const page = readFileSync(inRepository('docs', 'walks.md'), 'utf8');
/** Files from the root, the process's entry first. */
const walks = page
  .split(/^### /m)
  .slice(1)
  .map((section) => ({
    title: section.split('\n', 1)[0] ?? '',
    text: section,
    files: Array.from(section.matchAll(/^\|.*\]\(([^)]+\.ts)\) \|$/gm), ([, link = '']) => join('docs', link)),
  }));
const imports = new Map<string, string[]>();

beforeAll(async () => {
  const { files } = await readSources(repositoryDir);
  for (const file of files)
    imports.set(
      file.path,
      file.imports.flatMap(({ target }) => target ?? []),
    );
});

function reachableFrom(entry: string): Set<string> {
  const found = new Set([entry]);
  for (const file of found)
    for (const target of imports.get(file) ?? []) found.add(target.endsWith('.ts') ? target : `${target}.ts`);
  return found;
}

test.each(walks)('$title: the process reaches every file of the walk', ({ files: [entry = '', ...files] }) => {
  const reached = reachableFrom(entry);
  expect(files.length).toBeGreaterThan(2);
  expect(files.filter((file) => !reached.has(file))).toEqual([]);
});

test('a block has a walk through every indexer that follows the block stream, and a query and a webhook have one', () => {
  const indexers = globSync('services/*/src/indexer.ts', { cwd: repositoryDir }).filter((indexer) =>
    reachableFrom(indexer).has('packages/chain-kit/src/indexing/open-consumer.ts'),
  );
  const { files, text } = walks.find(({ title }) => title === 'In every other indexer') ?? { files: [], text: '' };
  expect(text.match(/^The same in (.*)\./m)?.[1]?.split(/, | and /)).toEqual(
    indexers.map((indexer) => indexer.split('/')[1]).sort(),
  );
  expect(walks.map(({ files: [entry] }) => entry)).toEqual(
    expect.arrayContaining([
      'services/blocks/src/indexer.ts',
      'gateway/src/gateway.ts',
      'services/webhooks/src/api.ts',
    ]),
  );
  for (const indexer of indexers) expect([...reachableFrom(indexer)]).toEqual(expect.arrayContaining(files.slice(1)));
});

test('a file that the process does not reach is found', () => {
  expect(reachableFrom('services/identities/src/indexer.ts').has('services/addresses/src/indexer.ts')).toBe(false);
});
