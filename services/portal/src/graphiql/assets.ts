import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

export interface Asset {
  type: string;
  gzipped: Buffer;
}

export interface PageAssets {
  files: ReadonlyMap<string, Asset>;
  stylesheets: readonly string[];
  scripts: readonly string[];
}

const compress = promisify(gzip);
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';

/** The page loads nothing from elsewhere. */
export async function loadPageAssets(): Promise<PageAssets> {
  // Most gateways never need these 9 MB of text.
  const bundle = await import('@graphql-yoga/render-graphiql/graphiql');
  const files = new Map<string, Asset>();
  const add = async (name: string, type: string, text: string): Promise<string> => {
    const path = `/graphiql/${createHash('sha256').update(text).digest('hex').slice(0, 16)}/${name}`;
    files.set(path, { type, gzipped: await compress(text) });
    return path;
  };
  const own = (name: string): Promise<string> => readFile(new URL(`browser/${name}`, import.meta.url), 'utf8');

  const workers = {
    editorWorkerService: await add('editor-worker.js', JAVASCRIPT, bundle.editorWorkerService),
    json: await add('json-worker.js', JAVASCRIPT, bundle.jsonWorker),
    graphql: await add('graphql-worker.js', JAVASCRIPT, bundle.graphqlWorker),
  };
  // The editor finds its workers by this global.
  const environment = `self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_, label) => (${JSON.stringify(workers)})[label] };`;
  return {
    files,
    stylesheets: [await add('graphiql.css', CSS, bundle.css), await add('page.css', CSS, await own('page.css'))],
    scripts: [
      await add('graphiql.js', JAVASCRIPT, `${environment}\n${bundle.js}`),
      await add('session-key.js', JAVASCRIPT, await own('session-key.js')),
      await add('start.js', JAVASCRIPT, await own('start.js')),
    ],
  };
}
