import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DashboardDeps } from './dashboard-deps.ts';
import { notFound } from './dashboard-error.ts';
import { PAGES } from './rates.ts';

const NOT_BUILT = 'The dashboard has not been built. Run: npm run codegen\n';

/** All paths of the page get the page itself. Files with a hash in their name never change; the page is requested again each time. */
export async function pageRoutes(scope: FastifyInstance, { pageFolder }: DashboardDeps): Promise<void> {
  await scope.register(fastifyStatic, {
    root: pageFolder,
    serve: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(pageFolder, 'assets'));
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!existsSync(join(pageFolder, 'index.html'))) return reply.code(503).type('text/plain').send(NOT_BUILT);
    const path = (request.params as { '*'?: string })['*'] ?? '';
    const isFile = /\.[a-z0-9]+$/i.test(path);
    if (!isFile) return reply.sendFile('index.html');
    if (path.includes('..') || !existsSync(join(pageFolder, path))) throw notFound();
    return reply.sendFile(path);
  };
  scope.get('/', PAGES, sendPage);
  scope.get('/*', PAGES, sendPage);
}
