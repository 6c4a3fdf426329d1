import type { ListingRow } from '#/db/insert-flow-rows.ts';
import { contributionsScope } from '#/db/list-contributions.ts';
import { scopeOf, scopesOf, tradesScope } from '#/db/list-scopes.ts';
import type { FlowRows, FlowTransfer } from '#/flows/flow-rows.ts';
import { isTrade, type SettledConversion } from '#/flows/settled-conversion.ts';

/** The lists that the rows of a batch become members of. */
export function listFlows(rows: FlowRows): ListingRow[] {
  const listed: ListingRow[] = [];
  const add = (scopes: readonly bigint[], { height, txIndex, vout }: Place, since = height, ordinal = 0): void => {
    for (const scope of scopes) listed.push({ scope, height, txIndex, vout, ordinal, since });
  };
  for (const one of rows.transfers) {
    // A transfer of another system is listed there.
    if (one.vout < 0) continue;
    add(transferScopes(one), one);
    const { kind, toId } = one.transfer;
    if (kind === 'CONTRIBUTION' && toId !== null) add([contributionsScope(toId)], one);
    const { destination, refundAddresses } = one.transfer;
    const parties = [destination, ...refundAddresses, ...one.senders].filter((address) => address !== '');
    add(scopesOf('transfers', { address: parties }).slice(1), one);
  }
  for (const one of [...rows.transfers, ...rows.exported]) {
    if (one.vout >= 0 && one.exported?.leaves === true) add(transferScopes(one, 'LEFT'), one, one.exported.height);
  }
  for (const one of [...rows.transfers, ...rows.settled]) {
    if (one.vout >= 0 && one.settled !== null) add(transferScopes(one, one.settled.outcome), one, one.settled.height);
  }
  for (const one of rows.conversions)
    add(conversionScopes(one), { ...one, vout: one.importVout }, one.height, one.ordinal);
  for (const one of rows.exports) {
    const { destinationSystemId, destinationCurrencyId } = one.export;
    add(scopesOf('exports', { system: [destinationSystemId], currency: [destinationCurrencyId] }), one);
  }
  for (const one of rows.imports) {
    add(scopesOf('imports', { system: [one.sourceSystemId], currency: [one.currencyId] }), one);
  }
  return listed;
}

interface Place {
  height: number;
  txIndex: number;
  vout: number;
}

/** @param status absent: the lists of any status; else only those of this one */
function transferScopes({ transfer }: FlowTransfer, status?: string): bigint[] {
  const { kind, fromId, toId, viaId } = transfer;
  return scopesOf('transfers', { currency: [fromId, toId, viaId], kind: [kind] }, status);
}

function conversionScopes(conversion: SettledConversion): bigint[] {
  const { direction, basketId, fromId, toId, address } = conversion;
  const filtered = scopesOf('conversions', { basket: [basketId], currency: [fromId, toId], address: [address] });
  if (direction === 'VIA') filtered.push(scopeOf('conversions', { via: basketId }));
  if (isTrade(conversion)) filtered.push(tradesScope(basketId, fromId, toId));
  return filtered;
}
