import { readList } from '@ledgergraph/chain-kit/graph/arguments';
import type { AsOf, ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { changesIn } from '@ledgergraph/chain-kit/graph/change-places';
import { readWantedRange } from '@ledgergraph/chain-kit/graph/height-range';
import { findNamed, type Named } from '@ledgergraph/chain-kit/graph/name-arguments';
import type { PageArguments } from '@ledgergraph/chain-kit/graph/walk';
import { listIdentityChanges } from '#/db/list-changes.ts';
import { countListedIdentities, type ListPosition, listIdentities } from '#/db/list-identities.ts';
import { type ControlArguments, listControlPage } from './control-list.ts';
import { listControlledPage } from './controlled-identities.ts';
import { type FilterArguments, readIdentityFilter } from './identity-filter.ts';
import { type IdentityConnection, type IdentityNode, identityNode } from './identity-node.ts';
import { listIdentityVersions, type VersionsArguments } from './identity-versions.ts';
import type { GraphContext } from './loaders.ts';
import { identitiesOf } from './named-identities.ts';

interface ChainArguments {
  chainId?: string | null;
}
interface ReadArguments extends ChainArguments {
  asOf?: AsOf | null;
}

type IdentitiesArguments = ReadArguments & FilterArguments & PageArguments;
type HistoryArguments = ReadArguments & VersionsArguments & { identity: string };

const NAMES_MAX = 1_000;

export const Query = {
  identities: (_: unknown, args: IdentitiesArguments, context: GraphContext) => listIdentityPage(args, context),

  async identity(_: unknown, args: ReadArguments & { identity: string }, context: GraphContext) {
    const view = await context.view(args.chainId, { asOf: args.asOf });
    return readIdentity({ argument: 'identity', text: args.identity }, view, context);
  },

  async identitiesByName(_: unknown, args: ReadArguments & { names: readonly string[] }, context: GraphContext) {
    const names = readList('names', args.names, NAMES_MAX);
    const view = await context.view(args.chainId, { asOf: args.asOf });
    return names.map((text) => readIdentity({ argument: 'names', text }, view, context));
  },

  controlledIdentities: (_: unknown, args: ControlArguments, context: GraphContext) => listControlPage(args, context),
  identityChanges: changesIn(listIdentityChanges),

  async identityHistory(_: unknown, args: HistoryArguments, context: GraphContext) {
    const order = args.order ?? 'ASC';
    const scope = { chainId: args.chainId, asOf: args.asOf, range: readWantedRange(args) };
    const walk = await context.walk('identityHistory', { ...args, order }, scope);
    const { identityAddress } = await findNamed(
      { argument: 'identity', text: args.identity },
      walk.view,
      identitiesOf(walk.view, context),
    );
    return listIdentityVersions(context, walk, identityAddress, order);
  },
};

async function readIdentity(named: Named, view: ChainView, context: GraphContext): Promise<IdentityNode> {
  return identityNode(await findNamed(named, view, identitiesOf(view, context)), view);
}

async function listIdentityPage(args: IdentitiesArguments, context: GraphContext): Promise<IdentityConnection> {
  const walk = await context.walk('identities', { ...args }, args);
  const filter = await readIdentityFilter(args, walk.view, context);
  const [held, ...more] = filter.holders;
  const { search, status, parentId } = filter;
  if (
    held !== undefined &&
    more.length === 0 &&
    search === undefined &&
    status === undefined &&
    parentId === undefined
  ) {
    return listControlledPage(context, walk, held);
  }
  const db = await context.reads(walk.view.chainId);
  const read = await listIdentities(db, filter, { after: readListPosition(walk.after), limit: walk.limit + 1 });
  const page = walk.page(read, (row) => [row.rank, row.labelLength, row.ordinal]);
  return {
    identities: page.rows.map((row) => identityNode(row, walk.view)),
    hasMore: page.hasMore,
    nextCursor: page.nextCursor,
    totalCount: () => countListedIdentities(db, filter),
  };
}

function readListPosition(after: readonly unknown[] | null): ListPosition | null {
  if (after === null) return null;
  const [rank, labelLength, ordinal] = after as [number, number, number];
  return { rank, labelLength, ordinal };
}
