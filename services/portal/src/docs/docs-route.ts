import type { FastifyInstance } from 'fastify';
import { type KeptFile, sendKeptFile } from '#/http/kept-file.ts';
import { loadDocs } from './load-docs.ts';
import { sendNotFound } from './not-found.ts';
import { DOCS_HEADERS } from './render-page.ts';

export function addDocsRoutes(server: FastifyInstance, folder?: URL): void {
  let files: Promise<ReadonlyMap<string, KeptFile>> | undefined;
  const load = (): Promise<ReadonlyMap<string, KeptFile>> => {
    files ??= loadDocs(folder).catch((error: unknown) => {
      // The next request tries again to read a file that cannot be read for a moment.
      files = undefined;
      throw error;
    });
    return files;
  };
  for (const url of ['/docs', '/docs/*']) {
    server.get(url, async (request, reply) => {
      const path = (request.url.split('?', 1)[0] ?? '').replace(/\/$/, '');
      // The path is only looked up, and reaches no file system.
      const file = (await load()).get(path);
      if (file === undefined) return sendNotFound(request, reply, 'There is no such page. /docs lists them.');
      return sendKeptFile(request, reply, file, DOCS_HEADERS);
    });
  }
}
