import { create } from '@bufbuild/protobuf';
import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect';
import { listNetworks } from '@ledgergraph/chain-kit/chain/saved-networks';
import type { SqlDatabase } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';
import {
  Awaits,
  type BlockStreamService,
  Environment,
  ListNetworksResponseSchema,
  ListTipsResponseSchema,
  type ReadBlocksRequest,
} from '@ledgergraph/proto-schemas/chain/v1/stream';
import type { ByChain } from '@ledgergraph/service-kit/db/database-map';
import { advanceProgress, saveProgress } from '#/db/subgraph-progress.ts';
import { NetworkLists } from '#/tips/network-lists.ts';
import { networkMessage } from '#/tips/network-message.ts';
import { TipLists } from '#/tips/tip-lists.ts';
import { readBlocks } from './read-blocks.ts';
import { RecentBlocks } from './recent-blocks.ts';

export interface BlockStreamDeps {
  databases: ByChain<SqlDatabase>;
  subgraphs: readonly string[];
}

export function blockStreamService({ databases, subgraphs }: BlockStreamDeps): ServiceImpl<typeof BlockStreamService> {
  const recent = new RecentBlocks({ consumers: subgraphs.length });
  const networkLists = new NetworkLists(databases);
  const tipLists = new TipLists(databases, subgraphs);
  return {
    listNetworks: async () => {
      const { networks, awaited } = await networkLists.list();
      return create(ListNetworksResponseSchema, {
        networks: networks.map(networkMessage),
        awaited: awaited.map((network) => ({ ...network, awaits: Awaits[network.awaits] })),
      });
    },

    readBlocks: async (request) => {
      const db = databases.of(request.chainId);
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

    listTips: async ({ pins }) => {
      const { tips, unread, configured } = await tipLists.list(pins);
      return create(ListTipsResponseSchema, {
        tips,
        unreadChainIds: unread,
        configuredEnvironments: configured.map((name) => Environment[name]),
      });
    },
  };
}

function reportedPlace(request: ReadBlocksRequest): { height: number; hash: string } | null {
  return request.fromHeight === 0 ? null : { height: request.fromHeight - 1, hash: hex(request.parentHash) };
}
