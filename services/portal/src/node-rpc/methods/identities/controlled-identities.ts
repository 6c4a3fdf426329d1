import { parseAddress } from '@ledgergraph/verus-protocol/address';
import { isJsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import type { Values } from '#/gateway/gateway-client.ts';
import { type Json, RawJson } from '../../json.ts';
import type { Call, Method } from '../../method.ts';
import { countParams, flagOf, textOf, unsignedOf } from '../../read-params.ts';
import { invalidAddressOrKey } from '../../rpc-error.ts';
import { readDestination, readNaming } from './naming.ts';
import { heightOf } from './range.ts';

type Role = 'PRIMARY' | 'REVOCATION' | 'RECOVERY';

const LIST = `query RpcControlled($chain: String!, $controller: String!, $role: ControlRole!, $latestOnly: Boolean!,
  $from: BigInt, $to: BigInt, $limit: Int, $cursor: String) {
  controlledIdentities(chainId: $chain, controller: $controller, role: $role, latestOnly: $latestOnly, fromHeight: $from,
    toHeight: $to, limit: $limit, cursor: $cursor) { nextCursor versions { verusJson txid vout } }
}`;

function controlled(name: string, role: Role, member: string): Method {
  const usage = `${name} {"${member}":"…","fromheight":n,"toheight":n,"unspent":bool}`;
  return { name, family: 'identities', answeredBy: 'rows', run: (call) => answer(call, { role, member, usage }) };
}

export const CONTROLLED: readonly Method[] = [
  controlled('getidentitieswithaddress', 'PRIMARY', 'address'),
  controlled('getidentitieswithrevocation', 'REVOCATION', 'identityid'),
  controlled('getidentitieswithrecovery', 'RECOVERY', 'identityid'),
];

interface Asked {
  role: Role;
  member: string;
  usage: string;
}

async function answer(call: Call, { role, member, usage }: Asked): Promise<AsyncIterable<Json> | Json> {
  countParams(call, 1, 1, usage);
  const [given] = call.params;
  const query = isJsonObject(given) ? given : {};
  const text = textOf(query[member]);
  const controller = role === 'PRIMARY' ? readAddress(text) : await readIdentity(call, text);
  const latestOnly = flagOf(query.unspent);
  const to = heightOf(unsignedOf(query.toheight));
  // verusd's index of outputs knows no beginning without an end.
  const from = latestOnly || to !== null ? heightOf(unsignedOf(query.fromheight)) : null;
  if (from !== null && to !== null && from > to) return [];
  return list(call, { chain: call.chain, controller, role, latestOnly, from, to });
}

async function* list(call: Call, variables: Values): AsyncGenerator<Json> {
  for await (const { items } of call.pages(LIST, variables, ['controlledIdentities', 'versions']))
    for (const { verusJson, txid, vout } of items)
      yield new RawJson(`${String(verusJson).slice(0, -1)},"txout":{"txid":"${txid}","voutnum":${vout}}}`);
}

/** @throws RpcError */
function readAddress(text: string): string {
  if (parseAddress(text)?.kind === 'PUBLIC_KEY_HASH') return text;
  throw invalidAddressOrKey('no valid PKH or PK address\n');
}

/** @throws RpcError */
async function readIdentity(call: Call, text: string): Promise<string> {
  const isAddress = parseAddress(text)?.kind === 'IDENTITY';
  const id = isAddress ? text : readDestination(text, (await readNaming(call)).rootName);
  if (id !== undefined) return id;
  throw invalidAddressOrKey('no valid ID address\n');
}
