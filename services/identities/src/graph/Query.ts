import { readList } from '@ledgergraph/chain-kit/graph/arguments';
import type { AsOf, ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { changesIn } from '@ledgergraph/chain-kit/graph/change-places';
import { type RangeArguments, readWantedRange } from '@ledgergraph/chain-kit/graph/height-range';
import { findNamed } from '@ledgergraph/chain-kit/graph/name-arguments';
import { listIdentityChanges } from '#/db/list-changes.ts';
import { listHistories } from '#/db/list-histories.ts';
import { countListedIdentities, type ListPosition, listIdentities } from '#/db/list-identities.ts';
import { listControlledPage } from './controlled-identities.ts';
import { findNamedIdentity, identitiesOf, type NamedIdentityArguments } from './find-named-identity.ts';
import { type FilterArguments, readIdentityFilter } from './identity-filter.ts';
import { type PageArguments, readVersionPosition } from './identity-history.ts';
import { type IdentityConnection, type IdentityNode, identityNode } from './identity-node.ts';
import { listIdentityVersions, type VersionsArguments } from './identity-versions.ts';
import type { GraphContext } from './loaders.ts';
import { type VersionNode, versionNode } from './version-node.ts';

interface ChainArguments {
  chainId?: string | null;
}
interface ReadArguments extends ChainArguments {
  asOf?: AsOf | null;
}

type IdentitiesArguments = ReadArguments & FilterArguments & PageArguments;
type HistoryArguments = ChainArguments & NamedIdentityArguments & PageArguments & RangeArguments;
type NamedVersionsArguments = ChainArguments & NamedIdentityArguments & VersionsArguments;

/** Names that one field looks up at most. */
const NAMES_MAX = 100;

/** Root fields. */
export const Query = {
  identities: (_: unknown, args: IdentitiesArguments, context: GraphContext) => listIdentityPage(args, context),

  async identity(_: unknown, args: ReadArguments & NamedIdentityArguments, context: GraphContext) {
    return readIdentity(await context.view(args.chainId, { asOf: args.asOf }), args, context);
  },

  async identitiesByName(_: unknown, args: ReadArguments & { names: readonly string[] }, context: GraphContext) {
    const names = readList('names', args.names, NAMES_MAX);
    const view = await context.view(args.chainId, { asOf: args.asOf });
    return names.map(async (text) =>
      identityNode(await findNamed({ argument: 'names', text }, view, identitiesOf(view, context)), view),
    );
  },

  async identityByAddress(
    _: unknown,
    { chainId, asOf, identityAddress }: ReadArguments & { identityAddress: string },
    context: GraphContext,
  ) {
    return readIdentity(await context.view(chainId, { asOf }), { identityAddress }, context);
  },

  identityChanges: changesIn(listIdentityChanges),

  identityHistory: (_: unknown, args: HistoryArguments, context: GraphContext) => listHistory(args, context),

  async identityVersions(_: unknown, args: NamedVersionsArguments, context: GraphContext) {
    const order = args.order ?? 'ASC';
    const scope = { chainId: args.chainId, range: readWantedRange(args) };
    const walk = await context.walk('identityVersions', { ...args, order }, scope);
    const { identityAddress } = await findNamedIdentity(walk.view, args, context);
    return listIdentityVersions(context, walk, identityAddress, order);
  },
};

async function readIdentity(
  view: ChainView,
  args: NamedIdentityArguments,
  context: GraphContext,
): Promise<IdentityNode> {
  return identityNode(await findNamedIdentity(view, args, context), view);
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

async function listHistory(args: HistoryArguments, context: GraphContext): Promise<VersionNode[]> {
  const scope = { chainId: args.chainId, range: readWantedRange(args) };
  const walk = await context.walk('identityHistory', { ...args }, scope);
  const { identityAddress } = await findNamedIdentity(walk.view, args, context);
  const [rows = []] = await listHistories(await context.reads(walk.view.chainId), 'oldest-first', [
    {
      chainId: walk.view.chainId,
      identityAddress,
      fromHeight: walk.range.from,
      toHeight: walk.range.to,
      after: readVersionPosition(walk),
      limit: walk.limit,
    },
  ]);
  return rows.map((row) => versionNode(row, walk));
}
