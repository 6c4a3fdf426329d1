import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { acceptsGzip } from '#/http/accepts-gzip.ts';
import { loadPageAssets, type PageAssets } from './assets.ts';
import { PAGE_POLICY, renderPage } from './render-page.ts';

const decompress = promisify(gunzip);

/** The page shares its path with the API, which calls `sendPage`. */
export class GraphiqlPage {
  #assets: Promise<PageAssets> | undefined;

  addRoutes(server: FastifyInstance): void {
    server.get('/graphiql/:version/:name', async (request, reply) => {
      const asset = (await this.#load()).files.get(request.url);
      if (asset === undefined) return reply.callNotFound();
      reply.headers({
        'content-type': asset.type,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        'x-content-type-options': 'nosniff',
      });
      if (!acceptsGzip(request.headers)) return decompress(asset.gzipped);
      return reply.header('content-encoding', 'gzip').send(asset.gzipped);
    });
  }

  async sendPage(reply: FastifyReply): Promise<FastifyReply> {
    const page = renderPage(await this.#load());
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': PAGE_POLICY,
        'cache-control': 'no-cache',
        vary: 'accept',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .send(page);
  }

  #load(): Promise<PageAssets> {
    this.#assets ??= loadPageAssets();
    return this.#assets;
  }
}
