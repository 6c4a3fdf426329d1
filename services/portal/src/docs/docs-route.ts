import type { FastifyInstance } from 'fastify';
import { type KeptFile, sendKeptFile } from '#/http/kept-file.ts';
import { loadDocs } from './load-docs.ts';
import { sendNotFound } from './not-found.ts';
import { DOCS_HEADERS } from './render-page.ts';

/**
 * Adds GET /docs and the pages below it, for everybody. They are rendered once, when the first is asked for.
 * @param folder that of the pages; absent: see `loadDocs`
 */
export function addDocsRoutes(server: FastifyInstance, folder?: URL): void {
  let files: Promise<ReadonlyMap<string, KeptFile>> | undefined;
  const load = (): Promise<ReadonlyMap<string, KeptFile>> => {
    files ??= loadDocs(folder).catch((error: unknown) => {
      // A file that cannot be read for a moment is read again for the next request.
      files = undefined;
      throw error;
    });
    return files;
  };
  for (const url of ['/docs', '/docs/*']) {
    server.get(url, async (request, reply) => {
      const path = (request.url.split('?', 1)[0] ?? '').replace(/\/$/, '');
      // The path is looked up among those that exist, and reaches no file system.
      const file = (await load()).get(path);
      if (file === undefined) return sendNotFound(request, reply, 'There is no such page. /docs lists them.');
      return sendKeptFile(request, reply, file, DOCS_HEADERS);
    });
  }
}
