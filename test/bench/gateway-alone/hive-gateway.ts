import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ENVIRONMENT_HEADER, PINS_HEADER } from '@ledgergraph/graph-kit/request-headers';
import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';

/**
 * The other rival: Hive Gateway with the planner of Hive Router, in Rust, over the same supergraph and subgraphs, without keys, quotas,
 * pins and error rules.
 */
const HEADERS = [INTERNAL_HEADER, ENVIRONMENT_HEADER, PINS_HEADER];

interface Hive {
  createGatewayRuntime: (options: object) => RequestListener;
}
interface RustPlanner {
  unifiedGraphHandler: unknown;
}

const { createGatewayRuntime } = (await importInstalled('gateway-runtime')) as Hive;
const { unifiedGraphHandler } = (await importInstalled('router-runtime')) as RustPlanner;
const supergraph = await readFile(new URL('../../../gateway/supergraph.graphql', import.meta.url), 'utf8');

const runtime = createGatewayRuntime({
  supergraph: supergraph.replace(/http:\/\/(\w+)\.invalid/g, (_, name: string) => subgraphUrl(name)),
  unifiedGraphHandler,
  logging: false,
  graphiql: false,
  landingPage: false,
  propagateHeaders: {
    fromClientToSubgraphs: ({ request }: { request: Request }) =>
      Object.fromEntries(HEADERS.map((header) => [header, request.headers.get(header)])),
  },
});
const server = createServer((request, response) => {
  if (request.url === '/readyz') response.end();
  else runtime(request, response);
});
server.listen(Number(process.env.PORT), process.env.HOST);
process.on('SIGTERM', () => process.exit());
process.on('disconnect', () => process.exit());

/** Its packages are in a folder outside the workspace. */
function importInstalled(name: string): Promise<unknown> {
  const file = join(process.env.HIVE_FOLDER ?? '', 'node_modules', '@graphql-hive', name, 'dist', 'index.js');
  return import(pathToFileURL(file).href);
}

function subgraphUrl(name: string): string {
  return process.env[`SUBGRAPH_${name.toUpperCase()}_URL`] ?? '';
}
