import { isIdentityAddress } from '@ledgergraph/verus-protocol/address';
import type { Values } from '#/gateway/gateway-client.ts';
import { objectIn } from '#/gateway/values.ts';
import type { Call } from '../../method.ts';
import { invalidParameter, type RpcError } from '../../rpc-error.ts';
import { type Naming, readDestination, readNaming, rootOf } from './naming.ts';

export interface Found {
  readonly id: string;
  /** Undefined if it is not registered. */
  readonly identity: Values | undefined;
  /** Data of the answer. */
  readonly data: Values;
  /** Undefined if the chain's names had not to be asked for. */
  readonly naming: Naming | undefined;
}

/**
 * By verusd's reading of names, which knows no names relative to a chain. So a name that GraphQL reads in another way is asked by its id.
 * @param query has `$chain` and `$identity`, and selects `identity { identityAddress fullyQualifiedName }`
 * @throws RpcError for a text that is neither an i-address nor a name
 */
export async function findIdentity(call: Call, text: string, query: string, variables: Values): Promise<Found> {
  const ask = async (identity: string): Promise<Values> =>
    call.ask(query, { ...variables, chain: call.chain, identity });
  if (isIdentityAddress(text)) return found(await ask(text), text, undefined);
  if (text.split('@').length !== 2) throw noDestination(text);
  const data = await ask(text);
  const { identity, id: read } = found(data, '', undefined);
  if (identity !== undefined && readDestination(text, rootOf(identity)) === read) return found(data, read, undefined);
  const naming = await readNaming(call);
  const id = readDestination(text, naming.rootName);
  if (id === undefined) throw noDestination(text);
  return found(await ask(id), id, naming);
}

function noDestination(text: string): RpcError {
  const message = `Identity parameter must be valid friendly name or identity address: "${text}"`;
  return invalidParameter(message);
}

function found(data: Values, asked: string, naming: Naming | undefined): Found {
  const identity = objectIn(data, 'identity');
  const id = asked === '' ? String(identity?.identityAddress) : asked;
  return { id, identity, data, naming };
}
