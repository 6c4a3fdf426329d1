import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { KeyEnvironment, KeyService } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { type QuotaSchema, QuotaService } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { BlockStreamService, Environment, SyncStatus } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { pino } from 'pino';
import { ConstantSubgraph } from './constant-subgraph.ts';

/**
 * A program in the place of everything behind a gateway: accounts, which knows every key and grants every lease;
 * blocks, whose chain stands still; and the subgraphs, at `/<name>/graphql`, with invented values. It measures the
 * gateway alone, with all its work for a key with a plan.
 */
const CALLS_PER_MONTH = 1_000_000_000n;
const CALLS_PER_SECOND = 1_000_000;
const CHAIN = { chainId: 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq', height: 600, hash: new Uint8Array(32).fill(7) };

const tip = {
  ...CHAIN,
  environment: Environment.MAINNET,
  isDefault: true,
  finalizedHeight: 500,
  status: SyncStatus.LIVE,
};
const plan = { id: 'bench', callsPerMonth: CALLS_PER_MONTH, callsPerSecond: CALLS_PER_SECOND };
const key = { id: 'key-1', teamId: 'team-1', environment: KeyEnvironment.LIVE, plan };

function quota(): MessageInitShape<typeof QuotaSchema> {
  const now = new Date();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const second = (at: number): bigint => BigInt(at / 1_000);
  return {
    teamId: key.teamId,
    limit: CALLS_PER_MONTH,
    free: CALLS_PER_MONTH / 2n,
    outstanding: 0n,
    startsAt: second(Date.UTC(year, month)),
    endsAt: second(Date.UTC(year, month + 1)),
  };
}

const internal = await createInternalServer({
  secret: process.env.INTERNAL_SECRET ?? '',
  logger: pino({ enabled: false }),
  ready: async () => ({ ready: true }),
  connect(router) {
    router.service(KeyService, { resolveKey: async () => ({ key }) });
    router.service(QuotaService, {
      lease: async ({ leaseId, want }) => ({ lease: { id: leaseId, size: want }, quota: quota() }),
      report: async () => ({ quotas: [quota()] }),
    });
    router.service(BlockStreamService, {
      listTips: async () => ({ tips: [tip] }),
      listNetworks: async () => ({ networks: [{ chainId: CHAIN.chainId, name: 'BENCH' }] }),
    });
  },
});

const subgraphs = new Map<string, ConstantSubgraph>();
for (const name of (process.env.SUBGRAPHS ?? '').split(',')) subgraphs.set(name, await ConstantSubgraph.of(name));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const [, name = '', path] = (request.url ?? '').split('/');
  if (path !== 'graphql') return void response.end('{"ready":true}');
  const { query, variables = {} } = JSON.parse(Buffer.concat(chunks).toString());
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(await subgraphs.get(name)?.answer(query, variables)));
}

await internal.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
createServer((request, response) => void answer(request, response)).listen(
  Number(process.env.SUBGRAPHS_PORT),
  '127.0.0.1',
);
process.on('SIGTERM', () => process.exit());
process.on('disconnect', () => process.exit());
