import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { encodeAddress, parseAddress } from './address.ts';
import { childId, idOfLabels, NameError, nameLabels } from './name.ts';

const DATA_KEY_SEPARATOR = '::';
const ETHEREUM = /^0x[0-9a-fA-F]{40}$/;
const NO_HASH = '0'.repeat(64);

/** 20 bytes, printed in reverse where it is hexadecimal. */
export type VdxfId = Uint8Array;

export interface NamedVdxfId {
  id: VdxfId;
  parent: VdxfId;
  /** That `parent` is. */
  parentKind: 'parentid' | 'namespace' | 'currencyaddresstype';
  name: string;
}

/** By verusd's reading alone (key_io.cpp:DecodeDestination): a name needs its `@`. Undefined: neither an i-address nor a name. */
export function destinationId(text: string, rootName: string): VdxfId | undefined {
  const address = parseAddress(text);
  if (address !== undefined) return address.kind === 'IDENTITY' ? address.hash : undefined;
  const labels = text.split('@').length === 2 ? readLabels(text, rootName) : undefined;
  return labels && idOfLabels(labels);
}

/** key_io.cpp:getvdxfid_internal, without what is bound. Undefined where the text cannot be one. */
export function readVdxfId(text: string, rootName: string): NamedVdxfId | undefined {
  const id = destinationId(text, rootName);
  if (id !== undefined) {
    const [name = '', ...parents] = readLabels(text, rootName) ?? [];
    return {
      id,
      name,
      parent: parents.length === 0 ? new Uint8Array(20) : idOfLabels(parents),
      parentKind: 'parentid',
    };
  }
  if (ETHEREUM.test(text) && Number(text) !== 0)
    return {
      id: hexToBytes(text.slice(2)),
      name: text,
      parent: idOfLabels(['veth', rootName]),
      parentKind: 'currencyaddresstype',
    };
  const key = dataKey(text, rootName);
  return key && { id: key.id, name: text, parent: key.namespace, parentKind: 'namespace' };
}

/** A key to bind: also a name without its `@` (key_io.cpp:ParseVDXFIDInternal). */
export function bindableId(text: string, rootName: string): VdxfId | undefined {
  if (text === '') return undefined;
  const named = text.endsWith('@') ? undefined : destinationId(`${text}@`, rootName);
  return destinationId(text, rootName) ?? named ?? dataKey(text, rootName)?.id;
}

export interface Bound {
  key?: VdxfId | undefined;
  /** In the order of its bytes. */
  hash?: Uint8Array | undefined;
  index?: number | undefined;
}

/** key_io.cpp:CCrossChainRPCData::GetConditionID. */
export function bindVdxfId(id: VdxfId, { key, hash, index }: Bound): VdxfId {
  const number = index === undefined ? undefined : int32(index);
  const parts = key === undefined && hash === undefined ? [number, id] : [key, id, hash, number];
  return hash160(sha256(sha256(concatBytes(...parts.flatMap((part) => part ?? [])))));
}

/** As uint256S reads it: leading spaces, then hexadecimal digits. Undefined for zero. */
export function readHash(text: string): Uint8Array | undefined {
  const [, digits = ''] = /^\s*(?:0[xX])?([0-9a-fA-F]*)/.exec(text) ?? [];
  const hash = digits.slice(-64).padStart(64, '0');
  return hash === NO_HASH ? undefined : hexToBytes(hash).reverse();
}

export function reversedHex(bytes: Uint8Array): string {
  return bytesToHex(bytes.toReversed());
}

export function iAddress(id: VdxfId): string {
  return encodeAddress('IDENTITY', id);
}

/** vdxf.cpp:CVDXF::GetDataKey. */
function dataKey(text: string, rootName: string): { id: VdxfId; namespace: VdxfId } | undefined {
  const parts = text.split(':');
  const hasNamespace = parts.length > 2 && parts[1] === '';
  const own = hasNamespace ? currencyId(parts[0] ?? '', rootName) : undefined;
  const namespace = own ?? idOfLabels([rootName]);
  const labels = readLabels(hasNamespace ? parts.slice(2).join(':') : text, rootName);
  if (labels === undefined) return undefined;
  const below =
    labels.length > 1 && labels.at(-1)?.toLowerCase() === rootName.toLowerCase() ? labels.slice(0, -1) : labels;
  const parent = childId(DATA_KEY_SEPARATOR, namespace);
  return { id: below.reduceRight((above, label) => childId(label, above), parent), namespace };
}

/** crosschainrpc.cpp:DecodeCurrencyName of a namespace, which has no implicit root. */
function currencyId(text: string, rootName: string): VdxfId | undefined {
  const bare = text.replace(/\.$/, '');
  return parseAddress(bare.split('.')[0] ?? '')?.hash ?? destinationId(`${bare}.@`, rootName);
}

function readLabels(text: string, rootName: string): string[] | undefined {
  try {
    return nameLabels(text, rootName);
  } catch (error) {
    if (error instanceof NameError) return undefined;
    throw error;
  }
}

function int32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setInt32(0, value, true);
  return bytes;
}

function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes));
}
