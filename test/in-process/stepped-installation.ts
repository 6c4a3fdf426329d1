import { saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import { hex } from '@ledgergraph/chain-kit/hex';
import { readSubgraphs } from '@ledgergraph/gateway/compose/read-subgraphs';
import type { Tip } from '@ledgergraph/gateway/pin/tip';
import { readNetworkMessage } from '@ledgergraph/graph-kit/network';
import { startScratchPostgres } from '@ledgergraph/local/postgres/start-scratch-postgres';
import { inRepository } from '@ledgergraph/local/repository';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { applyMigrations } from '@ledgergraph/service-kit/migrate/apply-migrations';
import { announcedNetwork } from '@ledgergraph/test-kit/announced-network';
import type { RecordingName } from '@ledgergraph/test-kit/stack';
import { readStreamedBlocks } from '@ledgergraph/test-kit/streamed-blocks';
import type { GraphQLSchema } from 'graphql';
import { type Answered, openGraph, pinAt } from './open-graph.ts';
import { openServices } from './open-services.ts';

/**
 * All subgraphs and the gateway's graph inside this process, with nothing that moves by itself: blocks come when the test
 * reports it, and every operation is planned, pinned and joined as in a running installation.
 */
export interface SteppedInstallation {
  /** Schema that clients see. */
  schema: GraphQLSchema;
  /** Takes a recording's blocks up to a height into every service. */
  advanceTo(name: RecordingName, height: number): Promise<void>;
  /** Asks at the latest block of the recording's chain. */
  ask(name: RecordingName, document: string, variables?: Record<string, unknown>): Promise<Answered>;
  stop(): Promise<void>;
}

/** Starts one with a Postgres of its own, and no block yet. */
export async function startSteppedInstallation(names: readonly RecordingName[]): Promise<SteppedInstallation> {
  const subgraphs = await readSubgraphs(inRepository('gateway', 'supergraph.yaml'));
  const postgres = await startScratchPostgres();
  const databaseUrl = (service: string): string => Object.assign(new URL(postgres.url), { pathname: service }).href;
  for (const { name } of subgraphs) {
    const migrationsDir = inRepository('services', name, 'prisma', 'migrations');
    await applyMigrations({ databaseUrl: databaseUrl(name), migrationsDir });
  }
  const services = await openServices(subgraphs, databaseUrl);
  const graph = openGraph(subgraphs, services);
  const chains = new Map(names.map((name) => [name, openChain(name)]));
  const chainOf = (name: RecordingName): SteppedChain => {
    const chain = chains.get(name);
    if (chain === undefined) throw new Error(`${name} is not among the recordings of this installation`);
    return chain;
  };
  for (const { message } of chains.values()) {
    for (const { db } of services.values()) await saveNetwork(db, message);
  }
  return {
    schema: graph.schema,
    async advanceTo(name, height) {
      const chain = chainOf(name);
      const next = chain.blocks.slice(chain.height + 1, height + 1);
      if (next.length === 0) return;
      await Promise.all(Array.from(services.values(), (service) => service.apply(chain.network, next)));
      chain.height = height;
    },
    async ask(name, query, variables = {}) {
      const { network } = chainOf(name);
      const pins = [...chains.values()].filter((chain) => chain.network.environment === network.environment).map(pinOf);
      return graph.ask(pins, query, variables);
    },
    async stop() {
      for (const { server, db } of services.values()) {
        await server.close();
        await db.$disconnect();
      }
      await postgres.stop();
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
