import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import {
  type Definition,
  findDefinitionPayload,
  readDefinition,
} from '@ledgergraph/verus-protocol/payloads/currency-definition';
import { findNotarization, type NotarizationPayload } from '@ledgergraph/verus-protocol/payloads/notarization';

/** -1 and -1 for a change that no output carries. */
export interface OutputPlace {
  height: number;
  txIndex: number;
  vout: number;
  txid: string | null;
}

export interface DefinitionChange extends OutputPlace {
  definition: Definition;
  payload: JsonObject;
}

export type Notarization = OutputPlace & NotarizationPayload;

export interface CurrencyChanges {
  definitions: DefinitionChange[];
  notarizations: Notarization[];
}

/** Coinbases count: block 1 of a PBaaS chain defines currencies there, and miners earn notarizations. @throws UnexpectedShapeError */
export function readCurrencyChanges(block: Block): CurrencyChanges[] {
  return block.transactions
    .map((transaction) => readTransaction(transaction, block.height))
    .filter(({ definitions, notarizations }) => definitions.length > 0 || notarizations.length > 0);
}

function readTransaction(transaction: Transaction, height: number): CurrencyChanges {
  const changes: CurrencyChanges = { definitions: [], notarizations: [] };
  for (const output of transaction.outputs) {
    const payload = findDefinitionPayload(output);
    const notarization = findNotarization(output);
    if (payload === undefined && notarization === undefined) continue;
    const place = { height, txIndex: transaction.index, vout: output.index, txid: hex(transaction.txid) };
    if (payload !== undefined) changes.definitions.push({ ...place, definition: readDefinition(payload), payload });
    if (notarization !== undefined) changes.notarizations.push({ ...place, ...notarization });
  }
  return changes;
}
