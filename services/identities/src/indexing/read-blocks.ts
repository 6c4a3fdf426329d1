import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { findDefinitionPayload, readCurrencyName } from '@ledgergraph/verus-protocol/payloads/currency-definition';
import { findIdentityState, type IdentityState } from '@ledgergraph/verus-protocol/payloads/identity-primary';
import { findIdentityReservation } from '@ledgergraph/verus-protocol/payloads/identity-reservation';
import type { CurrencyNameRow } from '#/db/tables.ts';

export interface IdentityChange {
  height: number;
  txIndex: number;
  vout: number;
  txid: string;
  referral: string | null;
  state: IdentityState;
}

export interface BlockChanges {
  height: number;
  /** In chain order; an identity may change several times in one block. */
  identities: IdentityChange[];
  currencies: CurrencyNameRow[];
}

/** Coinbases are included: block 1 of a PBaaS chain has its first identities there. @throws UnexpectedShapeError */
export function readBlock(block: Block): BlockChanges {
  const changes: BlockChanges = { height: block.height, identities: [], currencies: [] };
  for (const transaction of block.transactions) {
    changes.identities.push(...readTransaction(transaction, block.height));
    for (const output of transaction.outputs) {
      const definition = findDefinitionPayload(output);
      if (definition !== undefined) {
        changes.currencies.push({ height: block.height, ...readCurrencyName(definition) });
      }
    }
  }
  return changes;
}

function readTransaction(transaction: Transaction, height: number): IdentityChange[] {
  const states = transaction.outputs.flatMap((output) => {
    const state = findIdentityState(output);
    return state === undefined ? [] : { vout: output.index, state };
  });
  if (states.length === 0) return [];
  const txid = hex(transaction.txid);
  const referrals = new Map(
    transaction.outputs
      .flatMap((output) => findIdentityReservation(output) ?? [])
      .map(({ nameId, referral }) => [nameId, referral]),
  );
  return states.map(({ vout, state }) => {
    const referral = referrals.get(state.identityAddress) ?? null;
    return { height, txIndex: transaction.index, vout, txid, referral, state };
  });
}
