import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { findLockTotals, findOpenDeposits, insertLockRows, revertLockRows } from '#/db/lock-rows.ts';
import { findSystems } from '#/db/supply-rows.ts';
import { addLocks, type LockBlock, type LockRows, outpointKey } from '#/locks/lock-batch.ts';
import type { Family } from './family.ts';
import { type ReadLocks, readLocks } from './read-locks.ts';

/** Deposits that this chain keeps for other systems, and totals of its exports to them. */
export const systemLocks: Family<ReadLocks, LockRows> = {
  read: readLocks,
  prepare: async (db, { chainId }, blocks) => {
    const systems = await findOtherSystems(db, chainId, blocks);
    const own = blocks.map((block) => toLockBlock(block, chainId, systems));
    const made = new Set(own.flatMap((block) => block.made.map(outpointKey)));
    const spent = own.flatMap((block) => block.spent).filter((outpoint) => !made.has(outpointKey(outpoint)));
    const deposits = new Map((await findOpenDeposits(db, chainId, spent)).map((one) => [outpointKey(one), one]));
    const exported = own.flatMap((block) => block.exported);
    const changed = [...deposits.values(), ...own.flatMap((block) => block.made), ...exported];
    const totals = await findLockTotals(db, chainId, [...new Set(changed.map(({ systemId }) => systemId))]);
    return addLocks({ deposits, totals }, own);
  },
  write: insertLockRows,
  revert: revertLockRows,
};

/** Currencies of deposits that are systems of their own: chains and gateways. */
async function findOtherSystems(db: SqlExecutor, chainId: string, blocks: readonly ReadLocks[]): Promise<Set<string>> {
  const controllers = new Set(blocks.flatMap(({ deposits }) => deposits.map(({ controllerId }) => controllerId)));
  const systems = await findSystems(db, chainId, [...controllers]);
  for (const system of blocks.flatMap((block) => block.systems)) systems.add(system);
  return new Set([...controllers].filter((id) => id !== chainId && systems.systemOf(id) === id));
}

function toLockBlock(
  { height, spent, exported, deposits }: ReadLocks,
  chainId: string,
  systems: ReadonlySet<string>,
): LockBlock {
  const made = deposits
    .filter(({ controllerId }) => controllerId !== chainId && systems.has(controllerId))
    .map(({ controllerId, ...deposit }) => ({ ...deposit, systemId: controllerId }));
  return { height, spent, exported, made };
}
