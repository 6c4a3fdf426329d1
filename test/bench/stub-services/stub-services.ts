import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { KeyEnvironment, KeyService } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { type QuotaSchema, QuotaService } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { BlockStreamService, Environment, SyncStatus } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { pino } from 'pino';
import { readClock } from '../measure/clock.ts';
import { ConstantSubgraph } from './constant-subgraph.ts';

/**
 * Everything behind a gateway: accounts knows every key and grants every lease, the chain of blocks stands still, and subgraphs at
 * `/<name>/graphql` invent values.
 */
const CALLS_PER_MONTH = 1_000_000_000n;
const CALLS_PER_SECOND = 1_000_000;
const CHAIN_ID = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
let height = 600;
let isNew = false;
let lookups = 0;

const tip = () => ({
  chainId: CHAIN_ID,
  height,
  hash: Buffer.from(hashOf(height), 'hex'),
  environment: Environment.MAINNET,
  isDefault: true,
  finalizedHeight: 500,
  status: SyncStatus.LIVE,
});
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
      listTips: async () => {
        if (isNew) process.send?.({ receivedAt: readClock() });
        isNew = false;
        return { tips: [tip()] };
      },
      listNetworks: async () => ({ networks: [{ chainId: CHAIN_ID, name: 'BENCH' }] }),
    });
  },
});

const subgraphs = new Map<string, ConstantSubgraph>();
for (const name of (process.env.SUBGRAPHS ?? '').split(',')) subgraphs.set(name, new ConstantSubgraph(name));

function hashOf(at: number): string {
  return at === 600 ? '07'.repeat(32) : at.toString(16).padStart(64, '0');
}

/** Consecutive blocks, and changes of addresses that no one watches. */
function answerStream(query: string, variables: Record<string, unknown>): object | undefined {
  if (query.includes('addressChanges')) {
    lookups += 1;
    const change = { height: variables.from, txIndex: 1, vout: -1, id: `R${'z'.repeat(33)}`, reference: '00' };
    return { data: { addressChanges: [change] } };
  }
  const { from, to } = variables;
  if (!query.includes('mainHashes(') || typeof from !== 'number' || typeof to !== 'number') return undefined;
  const mainHashes = Array.from({ length: to - from + 1 }, (_, index) => hashOf(from + index));
  return { data: { mainHashes } };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const [, name = '', path] = (request.url ?? '').split('/');
  if (path !== 'graphql') return void response.end('{"ready":true}');
  const { query, variables = {} } = JSON.parse(Buffer.concat(chunks).toString());
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(answerStream(query, variables) ?? (await subgraphs.get(name)?.answer(query, variables))));
}

await internal.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
createServer((request, response) => void answer(request, response)).listen(
  Number(process.env.SUBGRAPHS_PORT),
  '127.0.0.1',
);
process.on('message', (message) => {
  if (message === 'lookups') {
    process.send?.({ lookups });
    lookups = 0;
    return;
  }
  if (typeof message === 'object' && message !== null && 'grow' in message) {
    height += Number(message.grow);
    process.send?.({ height });
    return;
  }
  height += 1;
  isNew = true;
});
process.on('SIGTERM', () => process.exit());
process.on('disconnect', () => process.exit());
