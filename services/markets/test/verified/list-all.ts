import { Environment, type Network } from '@ledgergraph/proto-schemas/chain/v1/stream';
import type { Stand } from '../stand.ts';

/** @param args such as `order: ASC`; the chain is added */
export async function listAll(
  { stand, network }: { stand: Stand; network: Network },
  field: string,
  args: string,
  selection: string,
  // biome-ignore lint/suspicious/noExplicitAny: answers have the shape of the query that stands beside them
): Promise<any[]> {
  const all: unknown[] = [];
  let cursor: string | null = null;
  do {
    const query = `query ($cursor: String) { ${field}(chainId: "${network.chainId}", limit: 100, cursor: $cursor ${args}) {
      nextCursor ${field} { ${selection} } } }`;
    const data: Record<string, Record<string, unknown> & { nextCursor: string | null }> = await stand.data(
      query,
      { cursor },
      { environment: network.environment === Environment.MAINNET ? 'MAINNET' : 'TESTNET' },
    );
    all.push(...((data[field]?.[field] as unknown[]) ?? []));
    cursor = data[field]?.nextCursor ?? null;
  } while (cursor !== null);
  return all;
}
