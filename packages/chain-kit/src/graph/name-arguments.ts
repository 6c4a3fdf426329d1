import { validationError } from '@ledgergraph/graph-kit/errors';
import { isIdentityAddress } from '@ledgergraph/verus-protocol/address';
import { foldName, NameError, type NamingChain, nameCandidates } from '@ledgergraph/verus-protocol/name';

/** @throws VALIDATION_ERROR naming the argument */
export function readIdentityAddress(argument: string, value: string): string {
  if (!isIdentityAddress(value)) throw validationError(argument, `${argument} must be an i-address`);
  return value;
}

/** The i-addresses that a name can stand for on a chain. @throws VALIDATION_ERROR naming the argument */
export function readNameCandidates(argument: string, name: string, chain: NamingChain): string[] {
  try {
    return nameCandidates(name, chain);
  } catch (error) {
    if (error instanceof NameError) throw validationError(argument, error.message);
    throw error;
  }
}

/** Folds the beginning of a name as names are stored: without the @ of a whole name, and without the root's label. */
export function readNameSearch(search: string, rootName: string): string {
  const folded = foldName(search.replace(/@.*$/s, ''));
  const root = `.${foldName(rootName)}`;
  return folded.endsWith(root) ? folded.slice(0, -root.length) : folded;
}
