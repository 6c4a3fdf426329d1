import { encodeAddress } from '@ledgergraph/verus-protocol/address';
import { isJsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import {
  type Bound,
  bindableId,
  bindVdxfId,
  iAddress,
  readHash,
  readVdxfId,
  reversedHex,
} from '@ledgergraph/verus-protocol/vdxf';
import type { Json, JsonMembers } from '../../json.ts';
import type { Call, Method } from '../../method.ts';
import { countParams, signedOf, textOf } from '../../read-params.ts';
import { invalidParameter } from '../../rpc-error.ts';
import { readNaming } from './naming.ts';

const USAGE = 'getvdxfid "vdxfuri" ( {"vdxfkey":"i-address or vdxfkey","uint256":"hexstr","indexnum":n} )';

export const getVdxfId: Method = {
  name: 'getvdxfid',
  family: 'identities',
  answeredBy: 'rows',
  run: answer,
};

async function answer(call: Call): Promise<Json> {
  countParams(call, 1, 2, USAGE);
  const text = textOf(call.params[0]);
  if (text === '') throw invalidParameter('No message to hash');
  const { rootName } = await readNaming(call);
  const bound = readBound(call, rootName);
  const named = readVdxfId(text, rootName);
  if (named === undefined) throw invalidParameter('Invalid ID or URI format');
  const isBound = Object.values(bound).some((part) => part !== undefined);
  if (bound.key !== undefined && bound.hash === undefined && bound.index !== undefined)
    throw invalidParameter('Cannot specify index without hash value');
  const id = isBound ? bindVdxfId(named.id, bound) : named.id;
  return {
    vdxfid: iAddress(id),
    indexid: isBound || named.parentKind === 'namespace' ? encodeAddress('INDEX', id) : undefined,
    hash160result: reversedHex(id),
    qualifiedname: { [named.parentKind]: iAddress(named.parent), name: named.name },
    bounddata: isBound ? writeBound(bound) : undefined,
  };
}

/** @throws RpcError */
function readBound({ params }: Call, rootName: string): Bound {
  const given = isJsonObject(params[1]) ? params[1] : {};
  const { vdxfkey = null, uint256 = null, indexnum = null } = given;
  const key = vdxfkey === null ? undefined : bindableId(textOf(vdxfkey), rootName);
  if (vdxfkey !== null && key === undefined) throw invalidParameter('Invalid additional vdxf key to combine');
  const hash = uint256 === null ? undefined : readHash(textOf(uint256));
  if (uint256 !== null && hash === undefined) throw invalidParameter('Invalid hash value to combine');
  return { key, hash, index: indexnum === null ? undefined : signedOf(indexnum) };
}

function writeBound({ key, hash, index }: Bound): JsonMembers {
  return {
    vdxfkey: key && iAddress(key),
    uint256: hash && reversedHex(hash),
    indexnum: index,
  };
}
