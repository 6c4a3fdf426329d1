import { parseAddress } from '@ledgergraph/verus-protocol/address';
import { NameError, type NamingChain } from '@ledgergraph/verus-protocol/name';
import { addressOrCandidates, idCandidates, isId, shown } from '@ledgergraph/verus-protocol/named-id';
import { ambiguousName, validationError } from './errors.ts';

/** Declared by `@event` and `@webhookOption`. */
export interface NamedObjects {
  /** Identities and currencies alone; false: anything with an address. */
  areIAddresses: boolean;
  /** Operation that answers the ids of names; absent: names are refused. */
  named?: string;
}

export interface EventId {
  id: string;
  /** It has to be known. */
  isName: boolean;
}

/** False for a name, and for an id that is mistyped. */
export function isEventId(text: string, { areIAddresses }: NamedObjects): boolean {
  const kind = parseAddress(text)?.kind;
  return kind === 'IDENTITY' || (kind !== undefined && kind !== 'INDEX' && !areIAddresses);
}

/**
 * As a query reads it, but a name must be able to mean one thing alone: its id is a hash, so a stream that is opened again after years
 * is of the same object, whatever was registered since.
 * @throws VALIDATION_ERROR naming the argument; AMBIGUOUS_NAME
 */
export function readEventId(
  { argument, text, place }: { argument: string; text: string; place: string },
  { areIAddresses, named }: NamedObjects,
  chain: NamingChain,
): EventId {
  let read: string | string[];
  try {
    read = areIAddresses ? idCandidates(text, chain) : addressOrCandidates(text, chain);
  } catch (error) {
    if (error instanceof NameError) throw validationError(argument, `${place}: ${error.message}`);
    throw error;
  }
  const isName = typeof read !== 'string' && !isId(text);
  if (isName && named === undefined) throw validationError(argument, `${place}: ${shown(text)} is a name, and no id`);
  const [id = '', ...others] = [read].flat();
  if (others.length === 0) return { id, isName };
  const [label] = text.trim().split('@');
  const names = [chain.rootName, chain.name].map((parent) => shown(`${label}.${parent}@`));
  throw ambiguousName(`${place}: ${shown(text)} can mean ${names.join(' or ')}`, names);
}
