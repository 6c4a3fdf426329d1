import { type Named, onlyOne, readIds } from '@ledgergraph/chain-kit/graph/name-arguments';
import type { NamingChain } from '@ledgergraph/verus-protocol/name';

/**
 * The i-address that a filter stands for. On a chain below the root of the name space a name can mean two things: then it means the one that the
 * list knows. A filter that matches nothing is no error, so the first meaning does where the list knows neither.
 * @param isListed true if the list has rows for an i-address
 * @throws VALIDATION_ERROR naming the argument; AMBIGUOUS_NAME
 */
export async function readFilterId(
  named: Named,
  chain: NamingChain,
  isListed: (id: string) => Promise<boolean>,
): Promise<string> {
  const candidates = readIds(named, chain);
  const [first = ''] = candidates;
  if (candidates.length <= 1) return first;
  const listed = await Promise.all(candidates.map(isListed));
  return (
    onlyOne(
      named.text,
      candidates.filter((_, index) => listed[index]),
      (id) => id,
    ) ?? first
  );
}
