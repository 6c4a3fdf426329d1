import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryDir } from '@ledgergraph/local/repository';

interface Link {
  from: string;
  page: string;
  heading: string | undefined;
}

const MARKDOWN_LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#([\w-]+))?\)/g;
const COMMENT_LINK = /\b(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g;

function pagesOfDashboard(): Link[] {
  const from = 'clients/ui/src/layout/docs-link.tsx';
  const [, names = ''] = /type DocsPage = (.+);/.exec(read(from)) ?? [];
  return Array.from(names.matchAll(/'([\w-]+)'/g), ([, name = '']) => ({
    from,
    page: join('docs', `${name}.md`),
    heading: undefined,
  }));
}

function listFiles(...patterns: string[]): string[] {
  const text = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: repositoryDir,
    encoding: 'utf8',
  });
  return text.split('\n').filter((file) => file !== '' && existsSync(join(repositoryDir, file)));
}

function read(file: string): string {
  return readFileSync(join(repositoryDir, file), 'utf8');
}

function linksOfPages(): Link[] {
  return listFiles('*.md').flatMap((from) =>
    Array.from(read(from).matchAll(MARKDOWN_LINK), ([, page = '', heading]) => ({
      from,
      page: join(dirname(from), page),
      heading,
    })),
  );
}

function linksOfComments(): Link[] {
  return listFiles('*.ts', '*.tsx', '*.proto', '*.prisma', '*.graphql', '*.yaml', '*.yml').flatMap((from) =>
    Array.from(read(from).matchAll(COMMENT_LINK), ([, page = '', heading]) => ({ from, page, heading })),
  );
}

/** As links name them: lower case, hyphens for spaces, no other punctuation. */
function headingsOf(page: string): Set<string> {
  const names = Array.from(read(page).matchAll(/^#+ (.+)$/gm), ([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set(names);
}

function describeBreak({ from, page, heading }: Link): string | undefined {
  if (!existsSync(join(repositoryDir, page))) return `${from}: ${page} does not exist`;
  if (heading !== undefined && page.endsWith('.md') && !headingsOf(page).has(heading)) {
    return `${from}: ${page} has no heading #${heading}`;
  }
  return undefined;
}

test('every link of a page, and every page that a comment cites, leads somewhere', () => {
  const links = [...linksOfPages(), ...linksOfComments()];
  expect(links.length).toBeGreaterThan(100);
  expect(links.flatMap((link) => describeBreak(link) ?? [])).toEqual([]);
});

test('every page of the documentation that the dashboard leads to is there', () => {
  const links = pagesOfDashboard();
  expect(links.length).toBeGreaterThan(2);
  expect(links.flatMap((link) => describeBreak(link) ?? [])).toEqual([]);
});

test('a page or heading that is not there is found', () => {
  expect(describeBreak({ from: 'a.ts', page: join('docs', 'none.md'), heading: undefined })).toContain(
    'does not exist',
  );
  expect(describeBreak({ from: 'a.ts', page: 'docs/verus/chains.md', heading: 'none' })).toContain('no heading');
  expect(describeBreak({ from: 'a.ts', page: 'docs/verus/chains.md', heading: 'finality' })).toBeUndefined();
});
