import { ambiguousName, validationError } from '@ledgergraph/graph-kit/errors';
import { foldName, NameError, type NamingChain } from '@ledgergraph/verus-protocol/name';
import { addressOrCandidates, idCandidates, shown } from '@ledgergraph/verus-protocol/named-id';

/** An argument that names something, and its text. */
export interface Named {
  argument: string;
  text: string;
  /** Names the text among those of a list, in messages: `addresses[3]`. */
  place?: string;
}

/**
 * The i-addresses that an argument for an identity or a currency can stand for on a chain, by the one rule of names (`idCandidates`).
 * @throws VALIDATION_ERROR naming the argument
 */
export function readIds(named: Named, chain: NamingChain): string[] {
  return readNamed(named, (text) => idCandidates(text, chain));
}

/**
 * The address, or the i-addresses of a name, that an argument for an address can stand for (`addressOrCandidates`).
 * @throws VALIDATION_ERROR naming the argument
 */
export function readAddressOrIds(named: Named, chain: NamingChain): string | string[] {
  return readNamed(named, (text) => addressOrCandidates(text, chain));
}

/**
 * Returns the one thing among those that a text stands for; undefined where the chain knows none of them.
 * @param nameOf writes a thing as a candidate of the error
 * @throws AMBIGUOUS_NAME
 */
export function onlyOne<Thing>(
  text: string,
  found: readonly Thing[],
  nameOf: (thing: Thing) => string,
): Thing | undefined {
  if (found.length <= 1) return found[0];
  const names = found.map(nameOf);
  throw ambiguousName(`${shown(text)} can mean ${names.join(' or ')}`, names);
}

/** Folds the beginning of a name as names are stored: without the @ of a whole name, and without the root's label. */
export function readNameSearch(search: string, rootName: string): string {
  const folded = foldName(search.trim().replace(/@.*$/s, ''));
  const root = `.${foldName(rootName)}`;
  return folded.endsWith(root) ? folded.slice(0, -root.length) : folded;
}

function readNamed<Read>({ argument, text, place = argument }: Named, read: (text: string) => Read): Read {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof NameError) throw validationError(argument, `${place}: ${error.message}`);
    throw error;
  }
}
