import type { Module } from '@ledgergraph/chain-kit/indexing/module';
import type { FlowTransfer } from '#/db/flow-tables.ts';
import { contributionsScope, type ListingRow, listingTable, scopeOf, scopesOf, tradesScope } from '#/db/list-scopes.ts';
import { isTrade, type SettledConversion } from '#/flows/settled-conversion.ts';
import { exportOf, type FlowRows, importOf, type Position } from './flow-rows.ts';
import { flows } from './flows.ts';
import { type RegistrationRows, registrations } from './registrations.ts';

/** Each combination of filters that a client may choose is one range of a key. */
export const listings: Module<{ listings: ListingRow[] }, null, [FlowRows, RegistrationRows]> = {
  tables: { listings: listingTable },
  needs: [flows, registrations],
  read: () => null,
  prepare: async ({ needed: [flowRows, registrationRows] }) => ({
    listings: [...listFlows(flowRows), ...listRegistrations(registrationRows)],
  }),
};

type Place = Omit<Position, 'ordinal'>;

function member(scopes: readonly bigint[], place: Place, since = place.height, ordinal = 0): ListingRow[] {
  const { height, txIndex, vout } = place;
  return scopes.map((scope) => ({ scope, height, txIndex, vout, ordinal, since }));
}

export function listFlows(rows: FlowRows): ListingRow[] {
  const isOwn = ({ vout }: FlowTransfer): boolean => vout >= 0;
  return [
    ...rows.transfers.filter(isOwn).flatMap((one) => member(madeScopes(one), one)),
    ...rows.left.filter(isOwn).flatMap((one) => member(transferScopes(one, 'LEFT'), one, exportOf(one)?.height)),
    ...rows.settled.filter(isOwn).flatMap((one) => member(transferScopes(one, one.state), one, importOf(one)?.height)),
    ...rows.conversions.flatMap((one) =>
      member(conversionScopes(one), { ...one, vout: one.importVout }, one.height, one.ordinal),
    ),
    ...rows.exports.flatMap((one) =>
      member(scopesOf('exports', { system: [one.destinationSystemId], currency: [one.currencyId] }), one),
    ),
    ...rows.imports.flatMap((one) =>
      member(scopesOf('imports', { system: [one.sourceSystemId], currency: [one.currencyId] }), one),
    ),
  ];
}

function madeScopes(transfer: FlowTransfer): bigint[] {
  const { kind, toId, destination, refundAddresses, senders } = transfer;
  const parties = [destination, ...refundAddresses, ...senders].filter((address) => address !== '');
  return [
    ...transferScopes(transfer),
    ...(kind === 'CONTRIBUTION' && toId !== null ? [contributionsScope(toId)] : []),
    ...scopesOf('transfers', { address: parties }).slice(1),
  ];
}

function transferScopes({ kind, fromId, toId, viaId }: FlowTransfer, status?: string): bigint[] {
  return scopesOf('transfers', { currency: [fromId, toId, viaId], kind: [kind] }, status);
}

function conversionScopes(conversion: SettledConversion): bigint[] {
  const { direction, basketId, fromId, toId, address } = conversion;
  const filtered = scopesOf('conversions', { basket: [basketId], currency: [fromId, toId], address: [address] });
  if (direction === 'VIA') filtered.push(scopeOf('conversions', { via: basketId }));
  if (isTrade(conversion)) filtered.push(tradesScope(basketId, fromId, toId));
  return filtered;
}

function listRegistrations({ registrations: rows }: RegistrationRows): ListingRow[] {
  return rows.flatMap(({ parentId, referrer, height, txIndex }) =>
    member(scopesOf('registrations', { parent: [parentId], referrer: [referrer] }), { height, txIndex, vout: 0 }),
  );
}
