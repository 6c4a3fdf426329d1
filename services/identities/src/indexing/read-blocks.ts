import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block, Output, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { isJsonObject, type JsonObject, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import type { CurrencyNameRow } from '#/db/identity-rows.ts';
import type { IdentityState } from '#/identity/identity-state.ts';
import { findAddress, readText, UnexpectedPayloadError } from './payload-fields.ts';
import { readIdentityState } from './read-identity-state.ts';

/** A new state of one identity, where it stands in the chain, and who referred it if the same transaction reserves its name. */
export interface IdentityChange {
  height: number;
  txIndex: number;
  vout: number;
  txid: string;
  referral: string | null;
  state: IdentityState;
}

/** Parts of a block that this service needs. */
export interface BlockChanges {
  height: number;
  /** In chain order; an identity may change several times in one block. */
  identities: IdentityChange[];
  currencies: CurrencyNameRow[];
}

/**
 * Reads all transactions, the coinbase included: block 1 of a PBaaS chain brings its first identities in there.
 * @throws UnexpectedPayloadError
 */
export function readBlock(block: Block): BlockChanges {
  const changes: BlockChanges = { height: block.height, identities: [], currencies: [] };
  for (const transaction of block.transactions) {
    changes.identities.push(...readTransaction(transaction, block.height));
    for (const payload of payloadsOf(transaction, 'currencydefinition')) {
      changes.currencies.push({
        height: block.height,
        currencyId: readText(payload.value, 'currencyid'),
        name: readText(payload.value, 'name'),
        parentId: findAddress(payload.value, 'parent'),
      });
    }
  }
  return changes;
}

function readTransaction(transaction: Transaction, height: number): IdentityChange[] {
  const states = payloadsOf(transaction, 'identityprimary');
  if (states.length === 0) return [];
  const txid = hex(transaction.txid);
  const referrals = new Map(
    payloadsOf(transaction, 'identityreservation').map(({ value }) => [
      readText(value, 'nameid'),
      findAddress(value, 'referral'),
    ]),
  );
  return states.map(({ vout, value }) => {
    const state = readIdentityState(value);
    const referral = referrals.get(state.identityAddress) ?? null;
    return { height, txIndex: transaction.index, vout, txid, referral, state };
  });
}

/** Outputs of a kind that decoded on the node; one that reads "invalid" carries no payload and counts for nothing. */
function payloadsOf(transaction: Transaction, kind: string): { vout: number; value: JsonObject }[] {
  return transaction.outputs
    .filter((output) => output.kind === kind && output.payloadJson !== '')
    .map((output) => ({ vout: output.index, value: parsePayload(output) }));
}

function parsePayload(output: Output): JsonObject {
  const value = parseLossless(output.payloadJson);
  if (!isJsonObject(value)) throw new UnexpectedPayloadError(output.kind, 'an object');
  return value;
}
