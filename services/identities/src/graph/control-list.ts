import type { AsOf } from '@ledgergraph/chain-kit/graph/chain-view';
import { readWantedRange } from '@ledgergraph/chain-kit/graph/height-range';
import { findAddress } from '@ledgergraph/chain-kit/graph/name-arguments';
import type { PageArguments } from '@ledgergraph/chain-kit/graph/walk';
import type { HolderRole } from '#/db/tables.ts';
import type { IdentityVersionConnection } from './identity-versions.ts';
import type { GraphContext } from './loaders.ts';
import { namesOf } from './named-identities.ts';

export interface ControlArguments extends PageArguments {
  chainId?: string | null;
  controller: string;
  role: HolderRole;
  latestOnly?: boolean | null;
  fromHeight?: number | null;
  toHeight?: number | null;
  asOf?: AsOf | null;
}

export async function listControlPage(
  args: ControlArguments,
  context: GraphContext,
): Promise<IdentityVersionConnection> {
  const { chainId, controller, role, asOf } = args;
  const range = readWantedRange({ fromHeight: args.fromHeight ?? null, toHeight: args.toHeight ?? null });
  const walk = await context.walk('controlledIdentities', { ...args }, { chainId, asOf, range });
  const { view, limit } = walk;
  const named = { argument: 'controller', text: controller };
  const key = {
    chainId: view.chainId,
    height: view.height,
    role,
    holder: await findAddress(named, view, namesOf(view, context)),
    fromHeight: walk.range.from,
    toHeight: walk.range.to,
  };
  const lists = args.latestOnly === true ? context.loaders.latestControl : context.loaders.firstControl;
  const [after = ''] = (walk.after ?? []) as [string?];
  const read = await lists.page.load({ ...key, after, limit: limit + 1 });
  const { rows, hasMore, nextCursor } = walk.page(read, (row) => [row.identityAddress]);
  return {
    versions: rows.map((row) => ({ ...row, chainId: view.chainId, at: view.at })),
    hasMore,
    nextCursor,
    totalCount: () => lists.count.load(key),
  };
}
