import { type Client, createClient } from '@connectrpc/connect';
import { BlockStreamService, type Network } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { createInternalTransport } from '@ledgergraph/service-kit/http/internal-transport';
import type { Stream } from './job.ts';

export async function openStream({
  url,
  secret,
  chainId,
}: Stream): Promise<{ client: Client<typeof BlockStreamService>; network: Network }> {
  const client = createClient(BlockStreamService, createInternalTransport(url, secret));
  const { networks } = await client.listNetworks({});
  const network = networks.find((candidate) => candidate.chainId === chainId);
  if (network === undefined) throw new Error(`the stream does not have ${chainId}`);
  return { client, network };
}
