import { sendError } from '@ledgergraph/service-kit/http/send-error';
import { wantsPage } from '@ledgergraph/service-kit/http/wants-page';
import type { FastifyInstance } from 'fastify';
import { type DashboardOptions, proxyDashboard } from '#/dashboard/proxy-dashboard.ts';
import { addDocsRoutes } from '#/docs/docs-route.ts';
import { sendNotFound } from '#/docs/not-found.ts';
import { addDownloadRoutes } from '#/downloads/downloads-route.ts';
import { addExportRoute, type ExportRouteOptions } from '#/export/export-route.ts';
import { addFeedRoutes, type FeedRouteOptions } from '#/feeds/feed-route.ts';
import { ApiSchema } from '#/gateway/api-schema.ts';
import type { GatewayClient } from '#/gateway/gateway-client.ts';
import { GraphiqlPage } from '#/graphiql/graphiql-page.ts';
import { createServer, type ServerOptions } from '#/http/create-server.ts';
import { addRpcRoute, type RpcRouteOptions } from '#/node-rpc/rpc-route.ts';

const NO_ROUTE = 'The API is at /graphql, the dashboard at /dashboard, the documentation at /docs.';

export interface ServeOptions
  extends ServerOptions,
    DashboardOptions,
    ExportRouteOptions,
    FeedRouteOptions,
    RpcRouteOptions {
  gateway: GatewayClient;
}

export async function serve(options: ServeOptions): Promise<FastifyInstance> {
  const { gateway } = options;
  const server = createServer(options);
  const page = new GraphiqlPage();
  page.addRoutes(server);
  server.get('/', async (_request, reply) => reply.redirect('/graphql'));
  server.get('/graphql', async (request, reply) =>
    // The gateway passes browsers on; programs should ask it.
    wantsPage(request.raw) ? page.sendPage(reply) : sendError(reply, 404, 'NOT_FOUND', 'The API is at the gateway.'),
  );
  addDownloadRoutes(server, { schema: new ApiSchema(gateway) });
  addDocsRoutes(server);
  addExportRoute(server, options);
  addFeedRoutes(server, options);
  addRpcRoute(server, options);
  server.setNotFoundHandler((request, reply) => sendNotFound(request, reply, NO_ROUTE));
  await proxyDashboard(server, options);
  return server;
}
