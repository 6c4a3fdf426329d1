import { readFile } from 'node:fs/promises';
import { create } from '@bufbuild/protobuf';
import { saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import { onlyDatabase } from '@ledgergraph/chain-kit/databases/chain-databases';
import { createSubgraph } from '@ledgergraph/chain-kit/graph/create-subgraph';
import { readNetworkMessage } from '@ledgergraph/graph-kit/network';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { Environment, NetworkSchema } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { applyBlocks, revertBlocks } from '@ledgergraph/test-kit/indexing/drive-handler';
import { createContext } from '#/context.ts';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';
import { handler } from '#/indexing/handler.ts';

const SECRET = 'a secret of the tests';

/** This service on a database of its own, which takes blocks as the indexing loop hands them over. */
export interface OpenService {
  apply(blocks: readonly Block[]): Promise<void>;
  revert(keepHeight: number): Promise<void>;
  /** Every row of ours, in order. */
  dump(): Promise<unknown[]>;
  /** Asks the subgraph for our fields of a block, as the gateway would. */
  askAboutBlock(hash: string, selection: string, at?: number): Promise<unknown>;
  /** Lists the heights of our changes in a range of blocks, ends included, as the gateway does for its streams. */
  listChanges(fromHeight: number, toHeight: number): Promise<number[]>;
  close(): Promise<void>;
}

/** Opens it on the recorded chain `vrsctest-a`. */
export async function openService(): Promise<OpenService> {
  const { meta } = readRecording(recordingDir('vrsctest-a'));
  const { chainId, name, blockTimeSeconds } = meta;
  const database = await createTestDatabase({ service: 'markets' });
  const { db } = createContext(database.url);
  const environment = Environment[meta.environment];
  const message = create(NetworkSchema, { chainId, name, environment, isDefault: true, blockTimeSeconds });
  await saveNetwork(db, message);
  const network = readNetworkMessage(message);
  const logger = createLogger('markets-test', 'silent');
  const server = await createInternalServer({ secret: SECRET, logger, ready: async () => ({ ready: true }) });
  const typeDefs = await readFile(new URL('../schema.graphql', import.meta.url), 'utf8');
  const databases = onlyDatabase(db);
  await createSubgraph({ server, typeDefs, resolvers, databases, secret: SECRET, logger, loaders: createLoaders });
  const ask = async (query: string, variables: object) => {
    const headers = { 'x-ledgergraph-internal': SECRET, 'x-ledgergraph-environment': meta.environment };
    const response = await server.inject({ method: 'POST', url: '/graphql', headers, payload: { query, variables } });
    const { data, errors } = response.json();
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
    return data;
  };
  return {
    apply: (blocks) => applyBlocks({ db, handler }, network, blocks),
    revert: (keepHeight) => revertBlocks({ db, handler }, network, keepHeight),
    dump: () => db.$queryRawUnsafe<unknown[]>('SELECT * FROM block_markets ORDER BY chain_id, height'),
    async askAboutBlock(hash, selection, at) {
      const query = `query ($keys: [_Any!]!) { _entities(representations: $keys) { ... on Block { ${selection} } } }`;
      const data = await ask(query, { keys: [{ __typename: 'Block', chainId, hash, at }] });
      return data._entities[0];
    },
    async listChanges(fromHeight, toHeight) {
      const query = `query ($chainId: String!, $fromHeight: BigInt!, $toHeight: BigInt!) {
        marketsChanges(chainId: $chainId, fromHeight: $fromHeight, toHeight: $toHeight) { height }
      }`;
      const data = await ask(query, { chainId, fromHeight, toHeight });
      return data.marketsChanges.map(({ height }: { height: number }) => height);
    },
    async close() {
      await server.close();
      await db.$disconnect();
      await database.drop();
    },
  };
}
