import { create } from '@bufbuild/protobuf';
import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect';
import { listNetworks } from '@ledgergraph/chain-kit/chain/saved-networks';
import type { SqlDatabase } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { Network } from '@ledgergraph/graph-kit/network';
import {
  Awaits,
  type BlockStreamService,
  Environment,
  ListNetworksResponseSchema,
  ListTipsResponseSchema,
  NetworkSchema,
  type ReadBlocksRequest,
} from '@ledgergraph/proto-schemas/chain/v1/stream';
import { stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { listAwaited } from '#/db/awaited-networks.ts';
import { listConfiguredEnvironments } from '#/db/configured-environments.ts';
import { advanceProgress, saveProgress } from '#/db/subgraph-progress.ts';
import { loadChainProgress } from '#/progress/load-chain-progress.ts';
import { tipMessage } from '#/progress/tip-message.ts';
import { readBlocks } from './read-blocks.ts';
import { RecentBlocks } from './recent-blocks.ts';

export interface BlockStreamDeps {
  db: SqlDatabase;
  /** Names of the subgraphs whose progress counts. */
  subgraphs: readonly string[];
}

/** The block stream: consumers pull from their own cursor, which also reports their progress. */
export function blockStreamService({ db, subgraphs }: BlockStreamDeps): ServiceImpl<typeof BlockStreamService> {
  const recent = new RecentBlocks({ consumers: subgraphs.length });
  return {
    listNetworks: async () => {
      const [networks, awaited] = await Promise.all([listNetworks(db), listAwaited(db)]);
      return create(ListNetworksResponseSchema, {
        networks: networks.map(networkMessage),
        awaited: awaited.map((network) => ({ ...network, awaits: Awaits[network.awaits] })),
      });
    },

    readBlocks: async (request) => {
      const networks = await listNetworks(db);
      if (!networks.some((network) => network.chainId === request.chainId)) {
        throw new ConnectError(`chain ${request.chainId} is not followed`, Code.NotFound);
      }
      const response = await readBlocks(db, recent, request);
      const { chainId, consumer, reporter, sequence, readingAhead, applied } = request;
      const isReport = subgraphs.includes(consumer) || (subgraphs.includes(readingAhead) && applied !== undefined);
      if (isReport && reporter === '') throw new ConnectError('a consumer must name its process', Code.InvalidArgument);
      if (subgraphs.includes(consumer)) {
        await saveProgress(db, { chainId, consumer, reporter, sequence, place: reportedPlace(request) });
      } else if (isReport && applied !== undefined) {
        const place = { height: applied.height, hash: hex(applied.hash) };
        await advanceProgress(db, { chainId, consumer: readingAhead, reporter, sequence, place });
      }
      return response;
    },

    listTips: async () => {
      const [networks, configured] = await Promise.all([listNetworks(db), listConfiguredEnvironments(db)]);
      const tips = await Promise.all(
        networks.map(async (network) => tipMessage(await loadChainProgress(db, network, subgraphs))),
      );
      return create(ListTipsResponseSchema, {
        tips: tips.filter((tip) => tip !== null),
        configuredEnvironments: configured.map((name) => Environment[name]),
      });
    },
  };
}

function reportedPlace(request: ReadBlocksRequest): { height: number; hash: string } | null {
  return request.fromHeight === 0 ? null : { height: request.fromHeight - 1, hash: hex(request.parentHash) };
}

function networkMessage(network: Network) {
  return create(NetworkSchema, {
    chainId: network.chainId,
    name: network.name,
    environment: network.environment === 'MAINNET' ? Environment.MAINNET : Environment.TESTNET,
    isDefault: network.isDefault,
    blockTimeSeconds: network.blockTimeSeconds,
    rootName: network.rootName,
    nativeDefinitionJson: network.nativeDefinition === null ? '' : stringifyLossless(network.nativeDefinition),
    finalityDepth: network.finalityDepth,
  });
}
