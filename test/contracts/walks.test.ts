import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRepository, repositoryDir } from '@ledgergraph/local/repository';
import { readSources } from '@ledgergraph/tools/checks/imports/source-files';

/** The tables of the page: files from the root, the process's entry first. */
function readWalks(): { title: string; files: string[] }[] {
  const sections = readFileSync(inRepository('docs', 'walks.md'), 'utf8').split(/^### /m).slice(1);
  return sections.map((section) => ({
    title: section.split('\n', 1)[0] ?? '',
    files: Array.from(section.matchAll(/^\|.*\]\(([^)]+\.ts)\) \|$/gm), ([, link = '']) => join('docs', link)),
  }));
}

const walks = readWalks();
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

test('the page has a walk of a block through every indexer, and of a query', () => {
  expect(walks.map(({ files }) => files.length).every((count) => count > 3)).toBe(true);
  expect(walks.map(({ files }) => files[0])).toEqual(
    expect.arrayContaining([
      'services/blocks/src/indexer.ts',
      'services/addresses/src/indexer.ts',
      'gateway/src/gateway.ts',
    ]),
  );
});

test.each(walks)('$title: the process reaches every file of the walk', ({ files }) => {
  const reached = reachableFrom(files[0] ?? '');
  expect(reached.size).toBeGreaterThan(files.length);
  expect(files.filter((file) => !reached.has(file))).toEqual([]);
});

test('a file that the process does not reach is found', () => {
  expect(reachableFrom('services/identities/src/indexer.ts').has('services/addresses/src/indexer.ts')).toBe(false);
});
