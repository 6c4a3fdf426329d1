import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { encodeAddress } from './address.ts';

/** KOMODO_ASSETCHAIN_MAXLEN - 1: the protocol cuts longer labels in silence. */
const LABEL_BYTES_MAX = 64;
const LABELS_MAX = 16;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what the rule forbids
const FORBIDDEN = /[\\/:*?"<>|\u0000-\u001f\u007f]/;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export interface NamingChain {
  /** Such as `pchain`. */
  name: string;
  /** `VRSC` or `VRSCTEST`. */
  rootName: string;
}

/** The message is meant for the name's author. */
export class NameError extends Error {
  override name = 'NameError';
}

/** ASCII letters only, as the protocol does before it hashes a label. */
export function foldName(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * id(root) = H160(H(label)); id(child) = H160(H(id(parent) ‖ H(label))) with H = double SHA-256 of the folded label (vdxf.cpp CVDXF::GetID,
 * CleanName).
 * @param labels from left to right, the root's last: `['shop', 'alice', 'VRSC']`
 */
export function identityAddressOf(labels: readonly string[]): string {
  return encodeAddress('IDENTITY', idOfLabels(labels));
}

/** The 20 bytes of `identityAddressOf`. */
export function idOfLabels(labels: readonly string[]): Uint8Array {
  const [root, ...below] = labels.toReversed();
  if (root === undefined) throw new NameError('a name has at least one label');
  return below.reduce((parent, label) => childId(label, parent), hash160(hashOf(root)));
}

/** @param parentId 20 bytes */
export function childId(label: string, parentId: Uint8Array): Uint8Array {
  return hash160(sha256d(concatBytes(parentId, hashOf(label))));
}

/** @param parentId 20 bytes */
export function childIdentityAddress(label: string, parentId: Uint8Array): string {
  return encodeAddress('IDENTITY', childId(label, parentId));
}

/**
 * Labels by vdxf.cpp CVDXF::ParseSubNames, the root's last: any case, with or without `@`, spaces inside labels, any UTF-8; the root is
 * added unless it is there or the name ends in a dot (`name.@`). The text after `@` names a system and does not change the id.
 * @throws NameError
 */
export function nameLabels(text: string, rootName: string): string[] {
  const [name = '', system = '', ...more] = text.split('@');
  if (more.length > 0) throw new NameError('a name has at most one @');
  if (system.trim() !== system) throw new NameError('no spaces may stand around the name after @');
  if (FORBIDDEN.test(text)) throw new NameError('a name holds none of \\ / : * ? " < > | and no control characters');
  const labels = name.split('.');
  if (labels.at(-1) === '' && labels.length > 1) labels.pop();
  else if (foldName(labels.at(-1) ?? '') !== foldName(rootName)) labels.push(rootName);
  if (labels.length > LABELS_MAX) throw new NameError(`a name has at most ${LABELS_MAX} labels`);
  return labels.map(readLabel);
}

function readLabel(label: string): string {
  if (label === '') throw new NameError('a name has no empty label');
  if (label.trim() !== label) throw new NameError('no label begins or ends with a space');
  if (/\s\s/.test(label)) throw new NameError('no label holds two spaces in a row');
  const encoded = encoder.encode(label);
  return encoded.length <= LABEL_BYTES_MAX ? label : decoder.decode(encoded.subarray(0, LABEL_BYTES_MAX));
}

/** As the daemon of this chain reads it. @throws NameError */
export function parseName(text: string, chain: NamingChain): string {
  return identityAddressOf(nameLabels(text, chain.rootName));
}

/**
 * All i-addresses, the daemon's own reading first. Below the root a name may also be relative to the chain: `Bridge` on pchain is
 * Bridge.pchain.VRSCTEST, as the daemon prints it in reserve_balance.
 * @throws NameError
 */
export function nameCandidates(text: string, chain: NamingChain): string[] {
  const labels = nameLabels(text, chain.rootName);
  const candidates = [identityAddressOf(labels)];
  const rooted = foldName(labels.at(-1) ?? '') === foldName(chain.rootName);
  const explicit = foldName(text.split('@')[0] ?? '').endsWith(foldName(`.${chain.rootName}`));
  const named = labels.slice(0, -1).some((label) => foldName(label) === foldName(chain.name));
  if (rooted && !explicit && !named && labels.length > 1 && foldName(chain.name) !== foldName(chain.rootName)) {
    candidates.push(identityAddressOf([...labels.slice(0, -1), chain.name, chain.rootName]));
  }
  return candidates;
}

function hashOf(label: string): Uint8Array {
  return sha256d(encoder.encode(foldName(label)));
}

function hash160(hash: Uint8Array): Uint8Array {
  return ripemd160(sha256(hash));
}

function sha256d(data: Uint8Array): Uint8Array {
  return sha256(sha256(data));
}
