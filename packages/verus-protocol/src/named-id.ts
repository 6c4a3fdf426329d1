import { isIdentityAddress, parseAddress } from './address.ts';
import { addressFault } from './address-fault.ts';
import { childIdentityAddress, NameError, type NamingChain, nameCandidates, nameLabels } from './name.ts';

const SHOWN_MAX = 64;

/** Names whose parent is unknown are printed below an i-address: `shop.iKWf…@`. */
const BELOW_ID = /^(.+)\.(i[1-9A-HJ-NP-Za-km-z]{33})@?$/s;

/**
 * The one rule of names, wherever an identity or a currency is asked for. An i-address stands for itself, with `@` or without. Any other
 * text is a name: in any case (ASCII), with or without `@` and the root's label, below the root also relative to the chain; an i-address
 * may replace its parents' labels. Spaces around it do not count. Without `@`, a text in the form of an address is refused as a mistyped
 * address.
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

/** No name has to be looked up for an id. */
export function isId(text: string): boolean {
  return isIdentityAddress(text.trim().replace(/@$/, ''));
}

/**
 * Reads an argument that takes addresses and names: a name needs its `@` here, since any text could be a mistyped address.
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
  // The dot keeps the root's label away.
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
