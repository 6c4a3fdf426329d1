import { readWantedRange } from '@ledgergraph/chain-kit/graph/height-range';
import type { PageArguments } from '@ledgergraph/chain-kit/graph/walk';
import { flagNames, IDENTITY_FLAGS } from '@ledgergraph/verus-protocol/flags';
import { aggregateContent } from '@ledgergraph/verus-protocol/identity-content';
import { exactJson } from '@ledgergraph/verus-protocol/lossless-json';
import { writeIdentity } from '@ledgergraph/verus-protocol/payloads/write-identity';
import { friendlyName, fullyQualifiedName } from '#/rules/full-name.ts';
import { identityStatus, unlockHeight } from '#/rules/identity-status.ts';
import { hasFlag } from '#/rules/lock.ts';
import { contentJson, readContents } from './content-json.ts';
import { type IdentityNode, identityNode } from './identity-node.ts';
import { listIdentityVersions, type VersionsArguments } from './identity-versions.ts';
import type { GraphContext } from './loaders.ts';
import { listSubIdentityPage } from './sub-identities.ts';
import { verusContent } from './verus-content.ts';

interface IdentityReference {
  chainId: string;
  identityAddress: string;
  at: number | null;
}

export const Identity = {
  /** Null where no such identity is registered: other services also name ids of currencies and of other chains. */
  async __resolveReference(reference: IdentityReference, context: GraphContext): Promise<IdentityNode | null> {
    const { chainId, identityAddress, at } = reference;
    const view = await context.loaders.view.load({ chainId, at });
    const row = await context.loaders.identity.load({ chainId, height: view.height, identityAddress });
    return row === null ? null : identityNode(row, view);
  },

  at: ({ view }: IdentityNode) => view.at,
  friendlyName: ({ name, parentPath }: IdentityNode) => friendlyName(name, parentPath),
  fullyQualifiedName: ({ name, parentPath }: IdentityNode) => fullyQualifiedName(name, parentPath),
  status: (identity: IdentityNode) => identityStatus(identity, identity.view.height),
  unlockHeight: (identity: IdentityNode) => unlockHeight(identity, identity.view.height),
  flags: (identity: IdentityNode) => Number(identity.flags),
  flagNames: (identity: IdentityNode) => flagNames(IDENTITY_FLAGS, Number(identity.flags)),
  blockHeight: (identity: IdentityNode) => identity.height,

  parent: (identity: IdentityNode, _: unknown, context: GraphContext) =>
    findSibling(identity, identity.parentId, context),
  revocationIdentity: (identity: IdentityNode, _: unknown, context: GraphContext) =>
    findSibling(identity, identity.revocationAuthority, context),
  recoveryIdentity: (identity: IdentityNode, _: unknown, context: GraphContext) =>
    findSibling(identity, identity.recoveryAuthority, context),

  contentMap: (identity: IdentityNode) => contentJson(identity.contentMap),
  contentMultiMap: (identity: IdentityNode) => contentJson(identity.contentMultiMap),
  verusContent,
  verusJson: (identity: IdentityNode) => writeIdentity(identity),
  async contentAggregate({ chainId, identityAddress, view }: IdentityNode, _: unknown, context: GraphContext) {
    const scope = { chainId, identityAddress, fromHeight: 0, toHeight: view.height };
    return exactJson(aggregateContent(await readContents(context, scope, 'contentAggregate')));
  },

  async history(identity: IdentityNode, args: VersionsArguments, context: GraphContext) {
    const { chainId, identityAddress, view } = identity;
    const order = args.order ?? 'DESC';
    const scope = { chainId, at: view.at, keys: { identityAddress }, range: readWantedRange(args) };
    const walk = await context.walk('Identity.history', { ...args, order }, scope);
    return listIdentityVersions(context, walk, identityAddress, order);
  },
  subIdentities: (identity: IdentityNode, args: PageArguments, context: GraphContext) =>
    listSubIdentityPage(context, args, identity),

  currency: ({ chainId, identityAddress, flags, view }: IdentityNode) =>
    hasFlag(flags, IDENTITY_FLAGS.ACTIVE_CURRENCY) ? { chainId, currencyId: identityAddress, at: view.at } : null,
  address: ({ chainId, identityAddress, view }: IdentityNode) => ({ chainId, address: identityAddress, at: view.at }),
};

/** Null where the other identity is not registered on this chain, as is usual for roots. */
async function findSibling(
  { chainId, view }: IdentityNode,
  identityAddress: string | null,
  context: GraphContext,
): Promise<IdentityNode | null> {
  if (identityAddress === null) return null;
  const row = await context.loaders.identity.load({ chainId, height: view.height, identityAddress });
  return row === null ? null : identityNode(row, view);
}
