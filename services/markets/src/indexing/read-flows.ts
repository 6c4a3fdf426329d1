import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block, Output, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { SYSTEM_ADDRESSES } from '@ledgergraph/verus-protocol/address';
import {
  type CrossChainExport,
  EXPORT_FLAGS,
  findExport,
  findSupplement,
} from '@ledgergraph/verus-protocol/payloads/cross-chain-export';
import {
  type CrossChainImport,
  findImport,
  IMPORT_FLAGS,
} from '@ledgergraph/verus-protocol/payloads/cross-chain-import';
import { findTransferOrder } from '@ledgergraph/verus-protocol/payloads/reserve-transfer';
import type { BasketState } from '#/flows/basket-state.ts';
import type { PaidOutput } from '#/flows/paid-import.ts';
import type { Outpoint, Place } from '#/flows/place.ts';
import { type Transfer, toTransfer } from '#/flows/transfer.ts';
import { findBasketState } from './read-basket-state.ts';

const FLOW_KINDS = ['reservetransfer', 'crosschainexport', 'crosschainimport'] as const;

/** With more transfers, each of them has only this many of the senders. */
const SENDERS_MAX = 32;

export interface ReadTransfer extends Place, Transfer {
  /** Without addresses of the protocol; empty for another system. */
  senders: string[];
}

export interface ReadExport extends Place {
  export: CrossChainExport;
  spends: Outpoint[];
}

export interface ReadImport extends Place {
  import: CrossChainImport;
  /** Null where no notarization follows. */
  state: BasketState | null;
  /** Transfers that a supplement of the same transaction repeats. */
  supplement: Transfer[] | null;
  outputs: PaidOutput[];
  /** Includes arbitrage transfers. */
  spends: Outpoint[];
}

export interface ReadFlows {
  height: number;
  /** Unix seconds. */
  time: number;
  transfers: ReadTransfer[];
  exports: ReadExport[];
  imports: ReadImport[];
}

/** Leaves out records that only repeat others, and exports that define currencies. @throws UnexpectedShapeError */
export function readFlows(block: Block): ReadFlows {
  const flows: ReadFlows = { height: block.height, time: Number(block.time), transfers: [], exports: [], imports: [] };
  for (const transaction of block.transactions) {
    if (transaction.outputs.some(isFlow)) readTransaction(flows, block.chainId, transaction);
  }
  return flows;
}

function isFlow({ kind }: Output): boolean {
  return (FLOW_KINDS as readonly string[]).includes(kind);
}

function readTransaction(flows: ReadFlows, chainId: string, transaction: Transaction): void {
  const { outputs, index: txIndex } = transaction;
  const txid = hex(transaction.txid);
  const senders = sendersOf(transaction);
  for (const [position, output] of outputs.entries()) {
    const place = { height: flows.height, txIndex, txid, vout: output.index };
    const order = findTransferOrder(output);
    if (order !== undefined) {
      flows.transfers.push({ ...place, ...toTransfer(order, chainId), senders });
    }
    const gathered = findExport(output);
    if (gathered !== undefined && !repeatsAnother(gathered)) {
      flows.exports.push({ ...place, export: gathered, spends: spendsOf(transaction, gathered) });
    }
    const imported = findImport(output);
    if (imported !== undefined && (imported.flags & IMPORT_FLAGS.SOURCE_SYSTEM) === 0) {
      flows.imports.push({
        ...place,
        import: imported,
        ...readBody(chainId, transaction, position, imported, flows),
        spends: outpointsOf(transaction),
      });
    }
  }
}

/** Many transfers times many senders would be thousands of times the size of the transaction. */
function sendersOf({ inputs, outputs }: Transaction): string[] {
  const spent = new Set(inputs.flatMap(({ spentAddresses }) => spentAddresses));
  const senders = [...spent].filter((address) => !SYSTEM_ADDRESSES.has(address));
  const transfers = outputs.filter(({ kind }) => kind === 'reservetransfer').length;
  return transfers > SENDERS_MAX ? senders.slice(0, SENDERS_MAX) : senders;
}

function repeatsAnother({ flags }: CrossChainExport): boolean {
  return (flags & (EXPORT_FLAGS.SYSTEM_THREAD | EXPORT_FLAGS.DEFINITION)) !== 0;
}

function spendsOf(transaction: Transaction, { firstInput, inputCount }: CrossChainExport): Outpoint[] {
  return firstInput < 0 ? [] : outpointsOf(transaction).slice(firstInput, firstInput + inputCount);
}

function outpointsOf({ inputs }: Transaction): Outpoint[] {
  return inputs.map((input) => ({ txid: hex(input.txid), vout: input.vout }));
}

/** An import is followed by the import of its source system, if any, its notarization, its evidence, and its outputs. */
function readBody(
  chainId: string,
  { outputs, index: txIndex }: Transaction,
  position: number,
  { outputCount, currencyId }: CrossChainImport,
  { height, time }: ReadFlows,
): Pick<ReadImport, 'state' | 'supplement' | 'outputs'> {
  let next = position + 1;
  if (isSystemImport(outputs[next])) next += 1;
  const notarization = outputs[next];
  const state = notarization && findBasketState(notarization, currencyId, { height, time, txIndex });
  if (state !== undefined) next += 1;
  let supplement: Transfer[] | null = null;
  for (let evidence = outputs[next]; evidence !== undefined; evidence = outputs[next]) {
    const transfers = findSupplement(evidence);
    if (transfers === undefined && evidence.kind !== 'notaryevidence') break;
    if (transfers !== undefined)
      supplement = [...(supplement ?? []), ...transfers.map((one) => toTransfer(one, chainId))];
    next += 1;
  }
  const paid = outputs.slice(next, next + outputCount).map((output) => toPaidOutput(output, chainId));
  return { state: state ?? null, supplement, outputs: paid };
}

function isSystemImport(output: Output | undefined): boolean {
  const imported = output && findImport(output);
  return imported !== undefined && (imported.flags & IMPORT_FLAGS.SOURCE_SYSTEM) !== 0;
}

/** An onward leg pays the amount of its transfer; the fees beside it are on the way to the next system. */
function toPaidOutput(output: Output, chainId: string): PaidOutput {
  const { index: vout, kind, addresses, satoshis, currencyValues } = output;
  const order = findTransferOrder(output);
  if (order !== undefined) {
    const { fromId, amount, destination } = toTransfer(order, chainId);
    return { vout, kind, addresses: [destination], currencyId: fromId, amount };
  }
  const [token, ...tokens] = currencyValues.map((value) => ({ currencyId: value.currencyId, amount: value.satoshis }));
  const native = { currencyId: chainId, amount: satoshis };
  if (token === undefined) return { vout, kind, addresses, ...native };
  const others = satoshis === 0n ? tokens : [...tokens, native];
  return { vout, kind, addresses, ...token, ...(others.length > 0 && { others }) };
}
