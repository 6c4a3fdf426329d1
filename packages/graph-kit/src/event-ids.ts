import { parseAddress } from '@ledgergraph/verus-protocol/address';
import { addressFault } from '@ledgergraph/verus-protocol/address-fault';
import { shown } from '@ledgergraph/verus-protocol/named-id';

/** Anything with an address, or identities and currencies alone. */
export interface NamedObjects {
  areIAddresses: boolean;
}

/**
 * Names are refused, since a mistyped name would be followed in silence; the reason names the queries that give the id.
 * @returns a sentence without a full stop; undefined for an id
 */
export function findFaultOfId(text: string, { areIAddresses }: NamedObjects): string | undefined {
  const kind = parseAddress(text)?.kind;
  if (kind === 'INDEX') return `${text} is a key of the daemon's index, not an address`;
  if (kind === 'IDENTITY' || (kind !== undefined && !areIAddresses)) return undefined;
  if (kind !== undefined) return `${text} is an address, and not an i-address`;
  const fault = addressFault(text);
  if (fault !== undefined) return fault;
  const form = areIAddresses ? 'no i-address' : 'no address (R…, b… or i…)';
  return `${shown(text)} is ${form}; ${adviseOn(text.trim())}`;
}

function adviseOn(text: string): string {
  const bare = text.replace(/@$/, '');
  if (parseAddress(bare) !== undefined) return `an id is written without spaces and without @: ${bare}`;
  const name = JSON.stringify(text !== '' && shown(text) === text ? text : '…');
  return `the id of a name is in currency(currency: ${name}) { currencyId } or identity(identity: ${name}) { identityAddress }`;
}
