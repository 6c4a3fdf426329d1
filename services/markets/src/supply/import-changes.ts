import { CURRENCY_STATE_FLAGS } from '@ledgergraph/verus-protocol/flags';
import type { BasketState } from '#/flows/basket-state.ts';
import { conversionFeeOf } from '#/flows/formulas.ts';
import type { Transfer } from '#/flows/transfer.ts';
import type { SupplyChange } from './supply-event.ts';

/** The units are of the import's currency. */
export interface PaidTransfer {
  transfer: Pick<Transfer, 'kind' | 'fromId' | 'toId' | 'amount'>;
  isRefunded: boolean;
  units: bigint;
}

export interface SupplyImport {
  currencyId: string;
  state: BasketState;
  /** Such an import pays the preallocations of the currency. */
  isInitialLaunch: boolean;
  preallocations: readonly bigint[];
  transfers: readonly PaidTransfer[];
}

export function changesOf(imported: SupplyImport): SupplyChange[] {
  const changes = imported.isInitialLaunch ? launchChanges(imported) : transferChanges(imported);
  return changes.filter(({ amount }) => amount !== 0n);
}

/** Beyond preallocations, a launch gives a basket's initial supply, or units of a chain to its converter. */
function launchChanges({ state, preallocations }: SupplyImport): SupplyChange[] {
  const given = preallocations.reduce((sum, amount) => sum + amount, 0n);
  return [
    ...preallocations.map((amount): SupplyChange => ({ kind: 'PREALLOCATION', amount })),
    { kind: 'LAUNCH', amount: state.supply - given },
  ];
}

function transferChanges(imported: SupplyImport): SupplyChange[] {
  const { currencyId, state, transfers } = imported;
  const paid = transfers.filter(({ isRefunded }) => !isRefunded);
  const changes = paid.flatMap((one) => changeOf(one, currencyId, isBasket(state)));
  return isBasket(state) && convertsFees(paid) ? [...changes, ...feeChanges(paid, changes, state)] : changes;
}

function changeOf({ transfer, units }: PaidTransfer, currencyId: string, ofBasket: boolean): SupplyChange[] {
  const { kind, fromId, toId, amount } = transfer;
  if (kind === 'MINT' && toId === currencyId) return [{ kind, amount: units }];
  if (kind === 'BUY' && toId === currencyId) return [{ kind, amount: units }];
  if (kind === 'BURN' && fromId === currencyId) return [{ kind, amount: -amount }];
  if (kind === 'SELL' && fromId === currencyId) return [{ kind, amount: conversionFeeOf(transfer) - amount }];
  // Units for contributors of a basket are part of its initial supply.
  if (kind === 'CONTRIBUTION' && !ofBasket) return [{ kind: 'LAUNCH', amount: units }];
  return [];
}

/** The state of a launch still prints its contributions as flows. */
function convertsFees(paid: readonly PaidTransfer[]): boolean {
  return paid.length > 0 && paid.every(({ transfer }) => transfer.kind !== 'CONTRIBUTION');
}

/** An import sells part of the fees in the basket itself for native coins; half of the conversion fees ceases to exist. */
function feeChanges(
  paid: readonly PaidTransfer[],
  changes: readonly SupplyChange[],
  state: BasketState,
): SupplyChange[] {
  const sold = changes.reduce((sum, { kind, amount }) => (kind === 'SELL' ? sum - amount : sum), 0n);
  const allSold = state.reserves.reduce((sum, { primaryIn }) => sum + primaryIn, 0n);
  const soldFees: SupplyChange = { kind: 'SELL', amount: sold - allSold };
  return [soldFees, { kind: 'FEE_BURN', amount: -burnedFee(paid, [...changes, soldFees], state) }];
}

/**
 * Transfers do not state fees of onward legs, and states may include all fees in the basket (AddReserveTransferImportOutputs,
 * pbaas/reserves.cpp): the supply shows which are right.
 */
function burnedFee(paid: readonly PaidTransfer[], others: readonly SupplyChange[], state: BasketState): bigint {
  const ofTransfers = paid.reduce((sum, { transfer }) => {
    return transfer.kind === 'SELL' && transfer.fromId === state.currencyId ? sum + conversionFeeOf(transfer) : sum;
  }, 0n);
  const shown = others.reduce((sum, { amount }) => sum + amount, -state.primaryOut);
  const printed = state.primaryConversionFees / 2n;
  return shown === printed ? printed : ofTransfers / 2n;
}

export function isBasket({ flags }: BasketState): boolean {
  return (flags & CURRENCY_STATE_FLAGS.FRACTIONAL) !== 0;
}
