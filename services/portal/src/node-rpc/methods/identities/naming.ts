import { identityAddressOf } from '@ledgergraph/verus-protocol/name';
import { destinationId, iAddress } from '@ledgergraph/verus-protocol/vdxf';
import type { Values } from '#/gateway/gateway-client.ts';
import { objectOf } from '#/gateway/values.ts';
import type { Call } from '../../method.ts';

const NAMING = `query RpcNaming($chain: String!) {
  network(chainId: $chain) { chainId nativeCurrency { fullyQualifiedName } }
}`;

export interface Naming {
  readonly chainId: string;
  /** VRSC or VRSCTEST. */
  readonly rootName: string;
  readonly rootId: string;
  /** Labels of the chain's parents, the root's last; none for the root. */
  readonly parents: readonly string[];
}

export async function readNaming(call: Call): Promise<Naming> {
  const network = objectOf(await call.ask(NAMING, { chain: call.chain }), 'network');
  const [name = '', ...parents] = String(objectOf(network, 'nativeCurrency').fullyQualifiedName).split('.');
  const rootName = parents.at(-1) ?? name;
  return { chainId: String(network.chainId), rootName, rootId: identityAddressOf([rootName]), parents };
}

/** The i-address that verusd reads in a text; undefined if it reads none. */
export function readDestination(text: string, rootName: string): string | undefined {
  const id = destinationId(text, rootName);
  return id && iAddress(id);
}

/** Names of an identity without its own label, as `Identity` has them: a revision may have its label in another case. */
export function renamed(fullName: unknown, own: string, label: string): string {
  return `${label}${String(fullName).slice(own.length)}`;
}

/** The root's label in the full name of an identity. */
export function rootOf(identity: Values): string {
  return String(identity.fullyQualifiedName).replace(/@$/, '').split('.').at(-1) ?? '';
}
