import { isLaunchedChain } from '@ledgergraph/verus-protocol/root-chains';
import type { Values } from '#/gateway/gateway-client.ts';
import { listOf, objectOf } from '#/gateway/values.ts';
import type { Call } from '../../method.ts';
import { invalidAddressOrKey } from '../../rpc-error.ts';
import { type Found, findIdentity } from './find-identity.ts';
import { readNaming, renamed } from './naming.ts';
import { listPending, PENDING, type PendingIdentity } from './pending-identities.ts';
import { rootIdentity } from './root-identity.ts';
import { type NamedState, readState, STATE, type State } from './state.ts';

export interface Subject extends NamedState {
  /** With the fields that were asked for; undefined if it is not registered. */
  readonly identity: Values | undefined;
  /** Newest first. */
  readonly pending: readonly PendingIdentity[];
}

export interface Wanted {
  readonly text: string;
  /** The state at that height; null: the latest. */
  readonly toHeight: number | null;
  readonly withMempool: boolean;
  /** More of `Identity`, its variables, and their types. */
  readonly fields?: string;
  readonly variables?: Values;
  readonly types?: string;
}

const PARENT = `query RpcParent($chain: String!, $parent: String!) {
  currency(chainId: $chain, currency: $parent) { friendlyName fullyQualifiedName }
}`;

/** Common to getidentity, getidentityhistory and getidentitycontent. @throws RpcError for an unknown identity */
export async function readSubject(call: Call, wanted: Wanted): Promise<Subject> {
  const { text, toHeight, withMempool, variables } = wanted;
  const height = toHeight === null ? {} : { toHeight };
  const found = await findIdentity(call, text, queryOf(wanted), { ...variables, ...height });
  const pending = withMempool ? await listPending(call, found.id, found.data) : [];
  const newest = pending.find(({ isSpent }) => !isSpent);
  const state = newest ?? stateIn(found.identity);
  if (state === undefined) return findRoot(call, found);
  const names = await namesOf(call, found.identity, state, newest?.parentId ?? null);
  return { ...names, state, identity: found.identity, pending };
}

function queryOf({ toHeight, withMempool, fields = '', types = '' }: Wanted): string {
  const isLatest = toHeight === null;
  const state = isLatest
    ? STATE
    : `name state: history(toHeight: $toHeight, order: DESC, limit: 1) { versions { ${STATE} } }`;
  return `query RpcIdentity($chain: String!, $identity: String!${isLatest ? '' : ', $toHeight: BigInt!'}${types}) {
  identity(chainId: $chain, identity: $identity) { identityAddress friendlyName fullyQualifiedName ${state} ${fields} }
  ${withMempool ? PENDING : ''}
}`;
}

function stateIn(identity: Values | undefined): State | undefined {
  if (identity === undefined) return undefined;
  if (identity.state === undefined) return readState(identity);
  const [version] = listOf(objectOf(identity, 'state'), 'versions');
  return version && readState(version);
}

async function findRoot(call: Call, { id, naming }: Found): Promise<Subject> {
  const known = isLaunchedChain(id) ? undefined : (naming ?? (await readNaming(call)));
  const root = known && rootIdentity(known);
  if (root === undefined || known?.rootId !== id) throw invalidAddressOrKey('Identity not found');
  return { ...root, identity: undefined, pending: [] };
}

async function namesOf(
  call: Call,
  identity: Values | undefined,
  { name }: State,
  parentId: string | null,
): Promise<{ friendlyName: string; fullName: string }> {
  if (identity !== undefined) {
    const own = String(identity.name);
    return {
      friendlyName: renamed(identity.friendlyName, own, name),
      fullName: renamed(identity.fullyQualifiedName, own, name),
    };
  }
  if (parentId === null) return { friendlyName: `${name}@`, fullName: `${name}@` };
  const parent = objectOf(await call.ask(PARENT, { chain: call.chain, parent: parentId }), 'currency');
  return {
    friendlyName: `${name}.${parent.friendlyName}@`,
    fullName: `${name}.${parent.fullyQualifiedName}@`,
  };
}
