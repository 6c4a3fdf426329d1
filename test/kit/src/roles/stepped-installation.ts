import { applyBatch } from '@ledgergraph/blocks/indexing/apply-batch';
import { prepareBlocks } from '@ledgergraph/blocks/indexing/prepare-blocks';
import { readBlock } from '@ledgergraph/blocks/indexing/read-blocks';
import { findCursor } from '@ledgergraph/chain-kit/chain/cursor';
import { saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import { openWriter, type SqlWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { Tip } from '@ledgergraph/gateway/pin/tip';
import { type Network, readNetworkMessage } from '@ledgergraph/graph-kit/network';
import { startScratchPostgres } from '@ledgergraph/local/postgres/start-scratch-postgres';
import { inRepository } from '@ledgergraph/local/repository';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { applyMigrations } from '@ledgergraph/service-kit/migrate/apply-migrations';
import type { GraphQLSchema } from 'graphql';
import { announcedNetwork } from '#/announced-network.ts';
import { applyBlocks } from '#/indexing/drive-handler.ts';
import type { RecordingName } from '#/stack.ts';
import { readStreamedBlocks } from '#/streamed-blocks.ts';
import { findConsumers, loadConsumer } from './consumers.ts';
import { type Answered, openGraph, pinAt } from './open-graph.ts';

/** Nothing moves by itself: blocks come when the test asks, and operations are planned, pinned and joined as in an installation. */
export interface SteppedInstallation {
  schema: GraphQLSchema;
  advanceTo(name: RecordingName, height: number): Promise<void>;
  ask(name: RecordingName, document: string, variables?: Record<string, unknown>): Promise<Answered>;
}

/** With a Postgres of its own, and no block. The cleanup stops it. */
export async function startSteppedInstallation(
  names: readonly RecordingName[],
  cleanup: AsyncDisposableStack,
): Promise<SteppedInstallation> {
  const postgres = await startScratchPostgres();
  cleanup.defer(() => postgres.stop());
  const databaseUrl = (service: string): string => Object.assign(new URL(postgres.url), { pathname: service }).href;
  const chains = new Map(names.map((name) => [name, openChain(name)]));
  const chainOf = (name: RecordingName): SteppedChain => {
    const chain = chains.get(name);
    if (chain === undefined) throw new Error(`${name} is not among the recordings of this installation`);
    return chain;
  };
  const writers: Writer[] = [];
  for (const service of ['blocks', ...findConsumers()]) {
    const migrationsDir = inRepository('services', service, 'prisma', 'migrations');
    await applyMigrations({ databaseUrl: databaseUrl(service), migrationsDir });
    const writer = await openService(service, databaseUrl(service));
    cleanup.defer(() => writer.db.$disconnect());
    for (const { message } of chains.values()) await saveNetwork(writer.db, message);
    writers.push(writer);
  }
  const graph = await openGraph(databaseUrl, cleanup);
  return {
    schema: graph.schema,
    async advanceTo(name, height) {
      const chain = chainOf(name);
      const next = chain.blocks.slice(chain.height + 1, height + 1);
      if (next.length === 0) return;
      await Promise.all(writers.map((writer) => writer.apply(chain.network, next)));
      chain.height = height;
    },
    async ask(name, query, variables = {}) {
      const { network } = chainOf(name);
      const pins = [...chains.values()].filter((chain) => chain.network.environment === network.environment).map(pinOf);
      return graph.ask(pins, query, variables);
    },
  };
}

interface Writer {
  db: Pick<SqlWriter, '$disconnect' | '$transaction' | '$queryRawUnsafe' | '$executeRawUnsafe'>;
  apply(network: Network, blocks: readonly Block[]): Promise<void>;
}

async function openService(service: string, url: string): Promise<Writer> {
  if (service === 'blocks') return openBlocks(url);
  const { createHandler } = await loadConsumer(service);
  const stand = { db: openWriter(url), handler: createHandler() };
  return { db: stand.db, apply: (network, blocks) => applyBlocks(stand, network, blocks, blocks.length) };
}

function openBlocks(url: string): Writer {
  const db = openWriter(url);
  return {
    db,
    async apply({ chainId }, blocks) {
      const parent = await findCursor(db, chainId);
      const read = blocks.map((block) => readBlock(block));
      await applyBatch(db, chainId, await prepareBlocks(db, chainId, { parent, blocks: read, replaced: null }));
    },
  };
}

type SteppedChain = ReturnType<typeof openChain>;

function openChain(name: RecordingName) {
  const message = announcedNetwork(name, { hasDefinition: true });
  return { message, network: readNetworkMessage(message), blocks: readStreamedBlocks(name), height: -1 };
}

function pinOf({ network, blocks, height }: SteppedChain): Tip {
  return pinAt(network, { height, hash: hex((blocks[height] as Block).hash) });
}
