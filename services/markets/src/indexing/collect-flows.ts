import { IMPORT_FLAGS } from '@ledgergraph/verus-protocol/payloads/cross-chain-import';
import { writeAmounts } from '#/db/amounts-text.ts';
import type { KnownFlows } from '#/db/find-known-flows.ts';
import type { FlowTransfer } from '#/db/flow-tables.ts';
import { conversionFeeOf, priceOf, pricesOf } from '#/flows/formulas.ts';
import { matchPayouts } from '#/flows/match-payouts.ts';
import type { PaidOutput, PayoutRole, Settlement } from '#/flows/paid-import.ts';
import { keyOf } from '#/flows/place.ts';
import type { SettledConversion } from '#/flows/settled-conversion.ts';
import { isArbitrage } from '#/flows/transfer.ts';
import type { FlowRows } from './flow-rows.ts';
import type { ReadExport, ReadFlows, ReadImport, ReadTransfer } from './read-flows.ts';

/** @param known transfers and exports that these blocks name; the blocks' own are added to it */
export function collectFlows(chainId: string, blocks: readonly ReadFlows[], known: KnownFlows): FlowRows {
  return new FlowCollector(chainId, known).collect(blocks);
}

const NEW = {
  parentTxid: null,
  parentVout: null,
  exportHeight: null,
  exportTxIndex: null,
  exportVout: null,
  exportOrdinal: null,
  importHeight: null,
  importTxIndex: null,
  importVout: null,
  importOrdinal: null,
  followsRules: null,
  basketId: null,
  fromPrice: null,
  toPrice: null,
  amountOut: null,
  state: 'PENDING',
} as const;

class FlowCollector {
  readonly #chainId: string;
  readonly #known: KnownFlows;
  readonly #foreign = new Map<string, number>();
  readonly #rows: FlowRows = {
    transfers: [],
    exported: [],
    left: [],
    settled: [],
    exports: [],
    imports: [],
    payouts: [],
    conversions: [],
    states: [],
    violations: 0,
  };

  constructor(chainId: string, known: KnownFlows) {
    this.#chainId = chainId;
    this.#known = known;
  }

  collect(blocks: readonly ReadFlows[]): FlowRows {
    for (const { transfers, exports, imports } of blocks) {
      // Transfers come first: those of an import's outputs stand behind the import that they are linked to.
      for (const read of transfers) this.#add(read);
      // An import may name an export of the same block, and an export may gather what an import of its transaction pays.
      const records = [...exports, ...imports].sort((a, b) => a.txIndex - b.txIndex || a.vout - b.vout);
      for (const record of records) {
        if ('export' in record) this.#addExport(record);
        else this.#addImport(record);
      }
    }
    return this.#rows;
  }

  #add(read: ReadTransfer): FlowTransfer {
    const transfer: FlowTransfer = { ...NEW, ...read };
    this.#rows.transfers.push(transfer);
    this.#known.transfers.set(keyOf(transfer), transfer);
    return transfer;
  }

  #addExport({ spends, export: gathered, ...place }: ReadExport): void {
    const { height, txIndex, vout } = place;
    const leaves = gathered.destinationSystemId !== this.#chainId;
    const transfers: FlowTransfer[] = [];
    for (const [ordinal, outpoint] of spends.entries()) {
      const transfer = this.#known.transfers.get(keyOf(outpoint));
      // The node could not read it and printed no payload, but its import is paid.
      if (transfer === undefined) {
        this.#rows.violations += 1;
        continue;
      }
      transfer.exportHeight = height;
      transfer.exportTxIndex = txIndex;
      transfer.exportVout = vout;
      transfer.exportOrdinal = ordinal;
      transfer.state = leaves ? 'LEFT' : 'EXPORTED';
      transfers.push(transfer);
    }
    this.#rows.exported.push(...transfers);
    if (leaves) this.#rows.left.push(...transfers);
    const { hashTransfers, destinationSystemId, rewardAddress, totalAmounts, totalFees, totalBurned } = gathered;
    this.#known.exports.set(keyOf(place), { hashTransfers, transfers });
    this.#rows.exports.push({
      ...place,
      destinationSystemId,
      currencyId: gathered.destinationCurrencyId,
      fromHeight: gathered.sourceHeightStart,
      toHeight: gathered.sourceHeightEnd,
      totalAmounts: writeAmounts(totalAmounts),
      totalFees: writeAmounts(totalFees),
      totalBurned: writeAmounts(totalBurned),
      burned: totalBurned,
      hashTransfers,
      rewardAddress,
      transferCount: transfers.length,
    });
  }

  #addImport(read: ReadImport): void {
    const { height, txIndex, txid, vout, state } = read;
    const { sourceSystemId, currencyId, flags, sourceHeight, exportKey, hashTransfers, valueIn } = read.import;
    const transfers = this.#transfersOf(read);
    const paid = matchPayouts(transfers, read.outputs, {
      chainId: this.#chainId,
      currencyId,
      isInitialLaunch: (flags & IMPORT_FLAGS.INITIAL_LAUNCH) !== 0,
      isFromOtherSystem: sourceSystemId !== this.#chainId,
      state,
    });
    for (const [ordinal, settlement] of paid.settlements.entries()) {
      this.#settle(transfers[ordinal] as FlowTransfer, ordinal, settlement, read);
    }
    for (const output of paid.rest) this.#addPayout(read, -1, output, output.role);
    if (state !== null) this.#rows.states.push(state);
    this.#rows.imports.push({
      height,
      txIndex,
      txid,
      vout,
      sourceSystemId,
      currencyId,
      flags,
      sourceHeight,
      hashTransfers,
      valueIn,
      exportTxid: exportKey?.txid ?? null,
      exportVout: exportKey?.vout ?? null,
      stateVout: state?.vout ?? null,
      transferCount: transfers.length,
    });
  }

  /** Those of its export or supplement, then those that its importer added (CCrossChainImport::GetImportInfo in pbaas/reserves.cpp). */
  #transfersOf(read: ReadImport): FlowTransfer[] {
    const { sourceSystemId, exportKey } = read.import;
    if (sourceSystemId !== this.#chainId) return [...this.#foreignTransfers(read), ...this.#addedTransfers(read)];
    const gathered = exportKey === null ? undefined : this.#known.exports.get(keyOf(exportKey));
    if (gathered === undefined || gathered.hashTransfers === read.import.hashTransfers)
      return gathered?.transfers ?? [];
    return [...gathered.transfers, ...this.#addedTransfers(read)];
  }

  #addedTransfers({ spends }: ReadImport): FlowTransfer[] {
    const spent = spends.map((outpoint) => this.#known.transfers.get(keyOf(outpoint)));
    return spent.filter((one): one is FlowTransfer => one !== undefined && isArbitrage(one));
  }

  #foreignTransfers({ supplement, height, txIndex, txid }: ReadImport): FlowTransfer[] {
    const transfers = supplement ?? [];
    const before = this.#foreign.get(txid) ?? 0;
    this.#foreign.set(txid, before + transfers.length);
    return transfers.map((transfer, ordinal) =>
      this.#add({ ...transfer, height, txIndex, txid, vout: -1 - before - ordinal, senders: [] }),
    );
  }

  #settle(own: FlowTransfer, ordinal: number, settlement: Settlement, read: ReadImport): void {
    const { height, txIndex, vout, txid } = read;
    const { outcome, followsRules, payouts } = settlement;
    const conversion = toConversion(own, ordinal, settlement, read);
    own.importHeight = height;
    own.importTxIndex = txIndex;
    own.importVout = vout;
    own.importOrdinal = ordinal;
    own.followsRules = followsRules;
    own.basketId = conversion?.basketId ?? null;
    own.fromPrice = conversion?.prices.from ?? null;
    own.toPrice = conversion?.prices.to ?? null;
    own.amountOut = conversion?.amountOut ?? null;
    own.state = outcome;
    this.#rows.settled.push(own);
    if (conversion !== null) this.#rows.conversions.push(conversion);
    if (!followsRules) this.#rows.violations += 1;
    for (const output of payouts) {
      this.#addPayout(read, ordinal, output, 'TRANSFER', own.destination);
      const child = this.#known.transfers.get(keyOf({ txid, vout: output.vout }));
      if (child === undefined) continue;
      child.parentTxid = own.txid;
      child.parentVout = own.vout;
    }
  }

  #addPayout(
    { height, txIndex, vout: importVout }: ReadImport,
    ordinal: number,
    output: PaidOutput,
    role: PayoutRole,
    asked?: string,
  ): void {
    const { vout, currencyId, amount } = output;
    const address = receiverOf(output, asked) ?? '';
    this.#rows.payouts.push({ height, txIndex, importVout, ordinal, vout, role, address, currencyId, amount });
  }
}

/** The asked address where the output pays it, else its first one. */
function receiverOf({ addresses }: PaidOutput, asked: string | undefined): string | undefined {
  return asked !== undefined && addresses.includes(asked) ? asked : addresses[0];
}

/** Null if it converts nothing, was refunded, or the state has no price for it. */
function toConversion(
  transfer: FlowTransfer,
  ordinal: number,
  { outcome, payouts }: Settlement,
  { height, txIndex, vout: importVout, state, import: { currencyId: basketId } }: ReadImport,
): SettledConversion | null {
  const { kind, fromId, toId, amount, destination } = transfer;
  if ((kind !== 'BUY' && kind !== 'SELL' && kind !== 'VIA') || outcome === 'REFUNDED' || toId === null) return null;
  const prices = state === null ? undefined : pricesOf(transfer, state);
  if (prices === undefined || state === null) return null;
  const conversionFee = conversionFeeOf(transfer);
  const payout = payouts.at(-1);
  return {
    transferTxid: transfer.txid,
    transferVout: transfer.vout,
    height,
    time: state.time,
    txIndex,
    importVout,
    ordinal,
    basketId,
    direction: kind,
    fromId,
    toId,
    amountIn: amount,
    amountInNet: amount - conversionFee,
    conversionFee,
    amountOut: payout?.amount ?? 0n,
    price: priceOf(prices),
    prices,
    address: (payout && receiverOf(payout, destination)) ?? destination,
  };
}
