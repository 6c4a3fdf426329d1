import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadDocs } from '#/docs/load-docs.ts';
import { SERVED_PAGES } from '#/docs/served-pages.ts';
import { portalForFile } from './portal-stand.ts';

const stand = portalForFile();
const docs = new URL('../../../docs/', import.meta.url);

/** `fetch` would normalise the path. */
function sendRaw(path: string): Promise<string> {
  const { hostname, port } = new URL(stand.url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
    });
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

const linksOf = (html: string): string[] => Array.from(html.matchAll(/ href="([^"]*)"/g), ([, href = '']) => href);

test('the index lists every page that there is, and each is served without a key', async () => {
  const { status, text, headers } = await stand.fetch('/docs');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const listed = linksOf(text).filter((href) => href.startsWith('/docs/') && !href.endsWith('.css'));
  expect(listed).toEqual(expect.arrayContaining(['/docs/live', '/docs/webhooks', '/docs/pending', '/docs/glossary']));
  for (const href of listed) {
    const page = await stand.fetch(href);
    expect([href, page.status]).toEqual([href, 200]);
    expect(page.text).toMatch(/<h1 id="[\w-]+">/);
    expect(page.text).toContain('name="viewport"');
  }
});

test('every link of a page leads to a page and a heading that are served', async () => {
  const files = await loadDocs();
  const ids = (html: string): Set<string> => new Set(Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id = '']) => id));
  const broken: string[] = [];
  let found = 0;
  for (const [path, { plain, type }] of files) {
    if (!type.startsWith('text/html')) continue;
    for (const href of linksOf(plain.toString())) {
      if (/^(https?|data):/.test(href)) continue;
      found += 1;
      const [target = '', anchor] = (href.startsWith('#') ? `${path}${href}` : href).split('#', 2);
      if (!target.startsWith('/docs')) {
        if (!['/graphql', '/dashboard', '/status', '/schema.graphql', '/postman.json'].includes(target))
          broken.push(href);
        continue;
      }
      const file = files.get(target);
      if (file === undefined || (anchor !== undefined && !ids(file.plain.toString()).has(anchor))) {
        broken.push(`${path}: ${href}`);
      }
    }
  }
  expect(found).toBeGreaterThan(50);
  expect(broken).toEqual([]);
});

test('a page carries no script, and its policy lets none in', async () => {
  for (const path of ['/docs', '/docs/live']) {
    const { text, headers } = await stand.fetch(path);
    expect(text).not.toMatch(/<script| on\w+=|<style| style=/);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('HTML and scripts in a text are shown as text, a link to another scheme or file is its text', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ledgergraph-docs-'));
  const text = [
    '# A <b>title</b>',
    '<script>alert(1)</script>',
    'An <img src=x onerror=alert(1)> image, [a script](javascript:alert(1)), [an operator](operating.md#backups),',
    '[another](glossary.md), [the schema](api.graphql), [the web](https://example.org/?a="b"), ![a shot](images/a.png).',
    '## A <b>title</b>',
  ].join('\n\n');
  await writeFile(join(folder, 'live.md'), text);
  await writeFile(join(folder, 'glossary.md'), '# Glossary');
  const files = await loadDocs(pathToFileURL(`${folder}/`));
  expect([...files.keys()]).toEqual(['/docs', '/docs/live', '/docs/glossary', '/docs/style.css']);
  const html = files.get('/docs/live')?.plain.toString() ?? '';
  const main = html.slice(html.indexOf('<main>'));
  expect(main).not.toMatch(/<script|<img|<b>|javascript:|operating/);
  expect(linksOf(main)).toEqual([
    expect.stringMatching(/^#a-/),
    '/docs/glossary',
    '/schema.graphql',
    'https://example.org/?a=&quot;b&quot;',
    expect.stringMatching(/^#a-.*-1$/),
  ]);
  expect(html).toContain('a shot');
});

test.each([
  '/docs/../package.json',
  '/docs/..%2f..%2fpackage.json',
  '/docs/%2e%2e/%2e%2e/etc/passwd',
  '/docs/....//....//etc/passwd',
  '/docs/live.md',
  '/docs/operating',
  '/docs/%00',
  '/docs/%',
  '/docs//etc/passwd',
  '/docs/constructor',
  '/docs/__proto__',
  `/docs/${'a/'.repeat(2_000)}`,
])('no path reaches a file: %s', async (path) => {
  const answer = await sendRaw(path);
  expect(answer).toMatch(/^HTTP\/1\.1 (400|404|414) /);
  expect(answer).not.toMatch(/root:|"workspaces"|<main>/);
});

test.each(['/docs', '/docs/live', '/docs/style.css', '/schema.graphql', '/schema.json', '/postman.json'])(
  '%s: HEAD, compression, an answer of 304, and no other method',
  async (path) => {
    const plain = await stand.fetch(path, { headers: { 'accept-encoding': 'identity' } });
    const zipped = await stand.fetch(path, { headers: { 'accept-encoding': 'gzip' } });
    expect([plain.status, zipped.status]).toEqual([200, 200]);
    expect([plain.headers.get('content-encoding'), zipped.headers.get('content-encoding')]).toEqual([null, 'gzip']);
    expect(zipped.text).toBe(plain.text);
    expect(plain.headers.get('vary')).toContain('accept-encoding');

    const etag = plain.headers.get('etag') ?? '';
    for (const asked of [etag, `"other", ${etag}`, '*']) {
      const again = await stand.fetch(path, { headers: { 'if-none-match': asked } });
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await stand.fetch(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);

    const head = await stand.fetch(path, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag]);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(plain.text)));
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await stand.fetch(path, { method })).status).toBe(404);
    }
  },
);

test('the anchors are those of GitHub, of which pages and descriptions link', async () => {
  const text = await readFile(new URL('live.md', docs), 'utf8');
  const html = (await stand.fetch('/docs/live')).text;
  const headings = Array.from(text.replace(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm), ([, title = '']) => title);
  expect(headings.length).toBeGreaterThan(5);
  for (const title of headings) {
    const anchor = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    expect(html).toContain(` id="${anchor}"`);
  }
});

test('pages that are written later may be listed already', () => {
  expect(SERVED_PAGES.map(({ path }) => path)).toEqual(expect.arrayContaining(['cookbook', 'clients']));
});
