import { readFile } from 'node:fs/promises';
import { type KeptFile, keepFile } from '#/http/kept-file.ts';
import { escapeHtml, renderMarkdown } from './render-markdown.ts';
import { type DocsPage, renderPage } from './render-page.ts';
import { SERVED_PAGES, type ServedPage } from './served-pages.ts';

/** An image has this folder at the same place. */
const FOLDER = new URL('../../../../docs/', import.meta.url);
const ROOT = '/docs';
export const STYLESHEET = `${ROOT}/style.css`;

interface ReadPage extends ServedPage {
  text: string;
}

/** Pages without a file, and links to them, are left out. */
export async function loadDocs(folder = FOLDER): Promise<ReadonlyMap<string, KeptFile>> {
  const read = await Promise.all(SERVED_PAGES.map((page) => readPage(page, folder)));
  const pages = read.filter((page) => page !== undefined);
  const paths = new Map(pages.map(({ path, file }) => [`docs/${file}`, `${ROOT}/${path}`]));
  paths.set('docs/api.graphql', '/schema.graphql');
  const pathOf = (file: string): string | undefined => paths.get(file);

  const rendered = pages.map((page) => ({
    ...page,
    ...renderMarkdown(page.text, { pathOf, file: `docs/${page.file}` }),
  }));
  const files = new Map<string, KeptFile>();
  const add = async (path: string, page: DocsPage): Promise<void> => {
    files.set(path, await keepFile('text/html; charset=utf-8', renderPage(page, STYLESHEET)));
  };
  await add(ROOT, { title: 'Documentation', html: indexOf(rendered) });
  for (const page of rendered) await add(`${ROOT}/${page.path}`, page);
  const css = await readFile(new URL('page/docs.css', import.meta.url), 'utf8');
  files.set(STYLESHEET, await keepFile('text/css; charset=utf-8', css));
  return files;
}

async function readPage(page: ServedPage, folder: URL): Promise<ReadPage | undefined> {
  try {
    return { ...page, text: await readFile(new URL(page.file, folder), 'utf8') };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function indexOf(pages: readonly (ServedPage & { title: string })[]): string {
  const entries = pages.map(
    ({ path, title, about }) =>
      `<dt><a href="${ROOT}/${path}">${escapeHtml(title)}</a></dt><dd>${escapeHtml(about)}</dd>`,
  );
  return `<h1>Documentation</h1>
<p>One GraphQL endpoint, <code>/graphql</code>, over UTXO blockchains. Begin at <a href="/graphql">GraphiQL</a>, and make
keys in the <a href="/dashboard">dashboard</a>.</p>
<dl>
${entries.join('\n')}
<dt><a href="/schema.graphql">The schema</a></dt><dd>Every type and field, for code generators. No key is needed.</dd>
<dt><a href="/postman.json">A Postman collection</a></dt><dd>Every query as a request. Set its variable <code>key</code>.</dd>
</dl>`;
}
