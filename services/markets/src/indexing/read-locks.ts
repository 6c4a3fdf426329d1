import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block, Output } from '@ledgergraph/proto-schemas/chain/v1/block';
import { EXPORT_FLAGS, findExport } from '@ledgergraph/verus-protocol/payloads/cross-chain-export';
import { findDepositController } from '@ledgergraph/verus-protocol/payloads/reserve-deposit';
import type { LockBlock } from '#/locks/lock-batch.ts';
import type { CurrencySystem } from '#/supply/systems.ts';
import { readSystems } from './read-supply.ts';

/** Parts of a block that locks follow from. Which controllers of deposits are systems is known only with earlier blocks. */
export interface ReadLocks extends Pick<LockBlock, 'height' | 'spent' | 'exported'> {
  systems: CurrencySystem[];
  deposits: { txid: string; vout: number; controllerId: string; amounts: ReadonlyMap<string, bigint> }[];
}

/** Transactions with these outputs alone can spend a deposit. */
const RECORD_KINDS = new Set(['crosschainexport', 'crosschainimport']);
/** Such an export repeats another one, or carries a definition. */
const NO_TRANSFERS = EXPORT_FLAGS.SYSTEM_THREAD | EXPORT_FLAGS.DEFINITION;

/** Pure. @throws UnexpectedShapeError */
export function readLocks({ chainId, height, transactions }: Block): ReadLocks {
  const read: ReadLocks = { height, systems: transactions.flatMap(readSystems), deposits: [], spent: [], exported: [] };
  const spent: { txid: string; vout: number }[] = [];
  const exported: LockBlock['exported'][number][] = [];
  for (const { txid, inputs, outputs } of transactions) {
    if (outputs.some(({ kind }) => RECORD_KINDS.has(kind))) {
      spent.push(...inputs.map((input) => ({ txid: hex(input.txid), vout: input.vout })));
    }
    for (const output of outputs) {
      const controllerId = findDepositController(output);
      if (controllerId !== undefined) {
        read.deposits.push({ txid: hex(txid), vout: output.index, controllerId, amounts: heldBy(output, chainId) });
      }
      const gathered = findExport(output);
      if (gathered === undefined || (gathered.flags & NO_TRANSFERS) !== 0) continue;
      const { destinationSystemId: systemId, totalAmounts: amounts } = gathered;
      if (systemId !== chainId) exported.push({ systemId, amounts });
    }
  }
  return { ...read, spent, exported };
}

function heldBy({ satoshis, currencyValues }: Output, chainId: string): Map<string, bigint> {
  return new Map([[chainId, satoshis], ...currencyValues.map((one) => [one.currencyId, one.satoshis] as const)]);
}
