import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block, Output, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { isJsonObject, type JsonObject, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { type CurrencyState, readCurrencyState } from '#/currency/currency-state.ts';
import { type Definition, readDefinition } from '#/currency/definition.ts';
import { findObject, findObjects, readInteger, readText, UnexpectedPayloadError } from '#/currency/payload-fields.ts';

/** Place of a change in the chain; -1 and -1 for a change that no output carries. */
export interface ChangePlace {
  height: number;
  txIndex: number;
  vout: number;
  txid: string | null;
}

export interface DefinitionChange extends ChangePlace {
  definition: Definition;
  payload: JsonObject;
}

export interface NotarizedState {
  currencyId: string;
  state: CurrencyState;
}

/** One notarization's states. */
export interface Notarization extends ChangePlace {
  notarizationHeight: number;
  /** State of the currency, or the system, that the notarization is about. */
  own: NotarizedState;
  /** States of other currencies, as the notarized system reports them. */
  others: NotarizedState[];
}

/** Parts of one transaction that this service needs, each list in the order of outputs. */
export interface CurrencyChanges {
  definitions: DefinitionChange[];
  notarizations: Notarization[];
}

const NOTARIZATION_KINDS = new Set(['acceptednotarization', 'earnednotarization']);

/**
 * Definitions and states in a block, one entry per transaction that has any. The coinbase counts: block 1 of a PBaaS chain
 * defines its currencies there, and miners earn notarizations in coinbases.
 * @throws UnexpectedPayloadError
 */
export function readCurrencyChanges(block: Block): CurrencyChanges[] {
  return block.transactions
    .map((transaction) => readTransaction(transaction, block.height))
    .filter(({ definitions, notarizations }) => definitions.length > 0 || notarizations.length > 0);
}

function readTransaction(transaction: Transaction, height: number): CurrencyChanges {
  const changes: CurrencyChanges = { definitions: [], notarizations: [] };
  for (const output of transaction.outputs) {
    // An output that reads "invalid" on the node carries no payload and counts for nothing.
    if (output.payloadJson === '') continue;
    const isDefinition = output.kind === 'currencydefinition';
    if (!isDefinition && !NOTARIZATION_KINDS.has(output.kind)) continue;
    const place = { height, txIndex: transaction.index, vout: output.index, txid: hex(transaction.txid) };
    const payload = parsePayload(output);
    if (isDefinition) changes.definitions.push({ ...place, definition: readDefinition(payload), payload });
    else changes.notarizations.push({ ...place, ...readNotarization(payload) });
  }
  return changes;
}

/** A notarization about a currency of this chain, or about another chain: docs/verus/currencies.md#notarizations. */
function readNotarization(payload: JsonObject): Omit<Notarization, keyof ChangePlace> {
  return {
    notarizationHeight: readInteger(payload, 'notarizationheight'),
    own: {
      currencyId: readText(payload, 'currencyid'),
      state: readCurrencyState(findObject(payload, 'currencystate')),
    },
    others: findObjects(payload, 'currencystates').flatMap((entry) =>
      Object.keys(entry).map((currencyId) => ({ currencyId, state: readCurrencyState(findObject(entry, currencyId)) })),
    ),
  };
}

function parsePayload(output: Output): JsonObject {
  const value = parseLossless(output.payloadJson);
  if (!isJsonObject(value)) throw new UnexpectedPayloadError(output.kind, 'an object');
  return value;
}
