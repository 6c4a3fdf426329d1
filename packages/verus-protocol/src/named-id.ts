import { isIdentityAddress, parseAddress } from './address.ts';
import { addressFault } from './address-fault.ts';
import { childIdentityAddress, NameError, type NamingChain, nameCandidates, nameLabels } from './name.ts';

/** Characters of a text that a message repeats. */
const SHOWN_MAX = 64;

/** An i-address below which labels stand, as the names of identities are printed whose parent is unknown: `shop.iKWf…@`. */
const BELOW_ID = /^(.+)\.(i[1-9A-HJ-NP-Za-km-z]{33})@?$/s;

/**
 * All ids that a text can stand for on a chain, wherever an identity or a currency is asked for. This is the one rule of names:
 * - An i-address stands for itself, with `@` or without. No name is looked up for it.
 * - Any other text is a name: in any case (ASCII), with or without `@`, with or without the root's label. On a chain below the root it may also
 *   be relative to the chain.
 * - A name may end in an i-address in place of its parents' labels.
 * - Spaces around the text do not count.
 * - A text without `@` that has the form of an address is no name: a mistyped address is reported as such. The `@` makes it a name.
 * @throws NameError
 */
export function idCandidates(text: string, chain: NamingChain): string[] {
  const trimmed = text.trim();
  const bare = trimmed.replace(/@$/, '');
  if (isIdentityAddress(bare)) return [bare];
  if (!trimmed.includes('@')) refuseAddress(trimmed);
  const [, labels, id] = BELOW_ID.exec(trimmed) ?? [];
  const parent = id === undefined ? undefined : parseAddress(id);
  return labels === undefined || parent === undefined ? nameCandidates(trimmed, chain) : [idBelow(labels, parent.hash)];
}

/** True if a text is an id by that rule, so that no name has to be looked up. */
export function isId(text: string): boolean {
  return isIdentityAddress(text.trim().replace(/@$/, ''));
}

/**
 * An argument that takes addresses and names, read by the same rule, but that a name needs its `@`: without it, any text could be one that
 * was to be an address.
 * @returns the address, or the ids that a name can stand for
 * @throws NameError
 */
export function addressOrCandidates(text: string, chain: NamingChain): string | string[] {
  const trimmed = text.trim();
  const bare = trimmed.replace(/@$/, '');
  const kind = parseAddress(bare)?.kind;
  if (kind === 'IDENTITY') return bare;
  if (trimmed.includes('@')) return idCandidates(trimmed, chain);
  if (kind === 'INDEX') throw new NameError(`${trimmed} is a key of the daemon's index, not an address`);
  if (kind !== undefined) return trimmed;
  const fault = addressFault(trimmed);
  if (fault !== undefined) throw new NameError(fault);
  throw new NameError(
    `${shown(trimmed)} is no address (R…, b… or i…)${isName(trimmed, chain) ? `; a name ends in @ here: ${shown(trimmed)}@` : ''}`,
  );
}

/** A text as messages repeat it: what is too long is cut. */
export function shown(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return 'an empty text';
  return trimmed.length <= SHOWN_MAX ? trimmed : `${trimmed.slice(0, SHOWN_MAX).toWellFormed()}…`;
}

function refuseAddress(text: string): void {
  if (parseAddress(text) !== undefined) {
    throw new NameError(`${text} is an address, and neither an i-address nor a name`);
  }
  const fault = addressFault(text);
  if (fault !== undefined) throw new NameError(fault);
}

function idBelow(labels: string, parent: Uint8Array): string {
  // The dot at the end keeps the root's label away.
  const [last = '', ...more] = nameLabels(`${labels}.`, '').toReversed();
  const child = childIdentityAddress(last, parent);
  return more.reduce((id, label) => childIdentityAddress(label, parseAddress(id)?.hash ?? parent), child);
}

function isName(text: string, chain: NamingChain): boolean {
  try {
    return nameCandidates(text, chain).length > 0;
  } catch {
    return false;
  }
}
