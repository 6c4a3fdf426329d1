import { readRange } from '@ledgergraph/chain-kit/graph/arguments';
import { type ContentChoice, isChosen, writeContent } from '@ledgergraph/verus-protocol/identity-content';
import { readContents } from './content-json.ts';
import type { IdentityNode } from './identity-node.ts';
import type { GraphContext } from './loaders.ts';

export interface ContentArguments extends ContentChoice {
  fromHeight?: number | null;
  toHeight?: number | null;
}

export async function verusContent(
  { chainId, identityAddress, view }: IdentityNode,
  args: ContentArguments,
  context: GraphContext,
): Promise<string | null> {
  const { from, to } = readRange(args.fromHeight, args.toHeight);
  const toHeight = Math.min(to ?? view.height, view.height);
  const scope = { chainId, identityAddress, fromHeight: from ?? 0, toHeight };
  const written = await readContents(context, scope, 'fromHeight');
  return writeContent(written.filter((content) => isChosen(content, args)));
}
