import { readRange } from '@ledgergraph/chain-kit/graph/arguments';
import { type JsonObject, stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { aggregateContent, REMOVE_KEY, removesByHash } from './aggregate-content.ts';
import { parseContent } from './content-json.ts';
import type { IdentityNode } from './identity-node.ts';
import type { GraphContext } from './loaders.ts';

export interface ContentArguments {
  fromHeight?: number | null;
  toHeight?: number | null;
  key?: string | null;
  keepRemoved?: boolean | null;
}

/** pbaasrpc.cpp:getidentitycontent. A key chooses revisions, of which all entries count, as verusd's index of keys does. */
export async function verusContent(
  { chainId, identityAddress, view }: IdentityNode,
  args: ContentArguments,
  context: GraphContext,
): Promise<string | null> {
  const { from, to } = readRange(args.fromHeight, args.toHeight);
  const toHeight = Math.min(to ?? view.height, view.height);
  const scope = { chainId, identityAddress, fromHeight: from ?? 0, toHeight };
  const written = (await context.loaders.contents.load(scope)).map(parseContent);
  const contents = written.filter((content) => isChosen(content, args));
  if (contents.some(removesByHash)) return null;
  const merged = aggregateContent(contents);
  // All i-addresses have one length and version byte, so their texts are in the order of their bytes.
  return stringifyLossless(Object.fromEntries(Object.entries(merged).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

function isChosen(content: JsonObject, { key, keepRemoved }: ContentArguments): boolean {
  return key == null || content[key] !== undefined || (keepRemoved !== true && content[REMOVE_KEY] !== undefined);
}
