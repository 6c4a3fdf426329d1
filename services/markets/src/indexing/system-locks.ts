import { hex } from '@ledgergraph/chain-kit/hex';
import { insertRowsOf, type Module, type ModuleBatch } from '@ledgergraph/chain-kit/indexing/module';
import type { Block, Output } from '@ledgergraph/proto-schemas/chain/v1/block';
import { EXPORT_FLAGS, findExport } from '@ledgergraph/verus-protocol/payloads/cross-chain-export';
import { findDepositController } from '@ledgergraph/verus-protocol/payloads/reserve-deposit';
import { writeAmounts } from '#/db/amounts-text.ts';
import {
  type DepositRow,
  depositTable,
  findLockTotals,
  findOpenDeposits,
  lockTable,
  systemCurrencyTable,
} from '#/db/lock-tables.ts';
import { findSystems } from '#/db/supply-tables.ts';
import { keyOf } from '#/flows/place.ts';
import { addLocks, type LockBlock, type LockRows } from '#/locks/lock-batch.ts';
import type { CurrencySystem } from '#/supply/systems.ts';
import { readSystems } from './read-supply.ts';

interface SystemLockRows extends Omit<LockRows, 'deposits'> {
  deposits: DepositRow[];
}

export const systemLocks: Module<SystemLockRows, ReadLocks> = {
  tables: { deposits: depositTable, members: systemCurrencyTable, totals: lockTable },
  read: readLocks,
  prepare: prepareLocks,
  write: async (tx, chain, rows) => {
    await insertRowsOf(systemLocks, tx, chain, rows);
    const made = new Set(rows.deposits.map(keyOf));
    const spends = rows.spends.filter((spend) => !made.has(keyOf(spend)));
    await depositTable.update(tx, chain, spends, ['txid', 'vout'], ['spentHeight']);
  },
};

/** Only earlier blocks show which controllers of deposits are systems. */
interface ReadLocks extends Pick<LockBlock, 'height' | 'spent' | 'exported'> {
  systems: CurrencySystem[];
  deposits: { txid: string; vout: number; controllerId: string; amounts: ReadonlyMap<string, bigint> }[];
}

/** Only transactions with these outputs can spend a deposit. */
const RECORD_KINDS = new Set(['crosschainexport', 'crosschainimport']);
/** Such an export repeats another one, or carries a definition. */
const NO_TRANSFERS = EXPORT_FLAGS.SYSTEM_THREAD | EXPORT_FLAGS.DEFINITION;

/** @throws UnexpectedShapeError */
function readLocks({ chainId, height, transactions }: Block): ReadLocks {
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

async function prepareLocks({ db, network, chain, blocks }: ModuleBatch<ReadLocks>): Promise<SystemLockRows> {
  const { chainId } = network;
  const controllers = new Set(blocks.flatMap((block) => block.deposits.map(({ controllerId }) => controllerId)));
  const systems = await findSystems(db, { chain, chainId }, [...controllers]);
  for (const system of blocks.flatMap((block) => block.systems)) systems.add(system);
  const others = new Set([...controllers].filter((id) => id !== chainId && systems.systemOf(id) === id));
  const own = blocks.map((block) => toLockBlock(block, others));
  const made = new Set(own.flatMap((block) => block.made.map(keyOf)));
  const spent = own.flatMap((block) => block.spent).filter((outpoint) => !made.has(keyOf(outpoint)));
  const deposits = new Map((await findOpenDeposits(db, chain, spent)).map((one) => [keyOf(one), one]));
  const changed = [...deposits.values(), ...own.flatMap((block) => [...block.made, ...block.exported])];
  const totals = await findLockTotals(db, chain, [...new Set(changed.map(({ systemId }) => systemId))]);
  const rows = addLocks({ deposits, totals }, own);
  const spentAt = new Map(rows.spends.map((spend) => [keyOf(spend), spend.spentHeight]));
  return {
    ...rows,
    deposits: rows.deposits.map((row) => {
      return { ...row, amounts: writeAmounts(row.amounts), spentHeight: spentAt.get(keyOf(row)) ?? null };
    }),
  };
}

function toLockBlock({ height, spent, exported, deposits }: ReadLocks, systems: ReadonlySet<string>): LockBlock {
  const made = deposits
    .filter(({ controllerId }) => systems.has(controllerId))
    .map(({ controllerId: systemId, txid, vout, amounts }) => ({ systemId, txid, vout, amounts }));
  return { height, spent, exported, made };
}
