import type { AnsweredChain, GatewayAnswer, Question } from './gateway-client.ts';
import { cellOf, objectOf } from './values.ts';

const NETWORK = 'query PortalChain($chainId: String!) { network(chainId: $chainId) { chainId } }';

/** By i-address or name; the default chain if absent. @throws Refusal because the graph knows chains that the key does not read */
export async function findChain(
  ask: (question: Question) => Promise<GatewayAnswer>,
  chains: readonly AnsweredChain[],
  asked: string | undefined,
): Promise<AnsweredChain | undefined> {
  if (asked === undefined) return chains[0];
  const known = chains.find(({ chainId }) => chainId === asked);
  if (known !== undefined) return known;
  const { data } = await ask({ query: NETWORK, variables: { chainId: asked }, terms: 'part' });
  const id = cellOf(objectOf(data ?? {}, 'network'), 'chainId');
  return chains.find(({ chainId }) => chainId === id);
}
