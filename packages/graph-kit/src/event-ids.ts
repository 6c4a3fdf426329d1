import { parseAddress } from '@ledgergraph/verus-protocol/address';
import { addressFault } from '@ledgergraph/verus-protocol/address-fault';
import { shown } from '@ledgergraph/verus-protocol/named-id';

/** Objects that a subscription or a webhook names: anything with an address, or identities and currencies alone, which have i-addresses. */
export interface NamedObjects {
  areIAddresses: boolean;
}

/**
 * Reason why a text names no object of a subscription or a webhook, as a sentence without a full stop; undefined for an id. They take ids
 * exactly as events have them, and no names: a name that is mistyped, or that nothing has yet, would be followed in silence. So the reason
 * for any other text names the queries that give the id, and those report a name in vain.
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
