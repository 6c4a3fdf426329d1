import type { Network } from '@ledgergraph/graph-kit/network';
import { checkChain, numberChain } from '#/chain/chain-numbers.ts';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import type { BlockHandler } from './block-handler.ts';
import { type AnyModule, joinRows, revertModules, writeModules } from './module.ts';

export interface HandlerOptions extends Pick<BlockHandler<SqlExecutor>, 'kinds' | 'findMissing'> {
  /** After the commit, with the number of rows that break a rule of the protocol. */
  onViolations?: (network: Network, violations: number) => void;
}

/** Modules are written in their order. @throws Error for a module before one it needs */
export function createHandler(
  modules: readonly AnyModule[],
  { onViolations, ...options }: HandlerOptions = {},
): BlockHandler<SqlExecutor> {
  checkOrder(modules);
  return {
    ...options,
    prepare: async (db, network, blocks, before) => {
      const read = modules.map((): unknown[] => []);
      for await (const block of blocks) {
        for (const [index, module] of modules.entries()) read[index]?.push(module.read(block));
      }
      await before;
      const chain = await numberChain(db, network.chainId);
      const rows = await prepareRows(modules, { db, network, chain }, read);
      const write = async (tx: SqlExecutor): Promise<void> => {
        await checkChain(tx, network.chainId, chain);
        await writeModules(modules, tx, chain, rows);
      };
      const violations = modules.reduce((sum, module) => sum + (module.countViolations?.(rows.get(module)) ?? 0), 0);
      return Object.assign(write, { committed: () => onViolations?.(network, violations) });
    },
    revert: (tx, { chainId }, keepHeight) => revertModules(modules, tx, chainId, keepHeight),
  };
}

async function prepareRows(
  modules: readonly AnyModule[],
  chain: { db: SqlExecutor; network: Network; chain: number },
  read: readonly (readonly unknown[])[],
): Promise<Map<AnyModule, unknown>> {
  const rows = new Map<AnyModule, unknown>();
  for (const [index, module] of modules.entries()) {
    const blocks = read[index] ?? [];
    const needed = (module.needs ?? []).map((other: AnyModule) => rows.get(other));
    rows.set(module, (await module.prepare?.({ ...chain, blocks, needed })) ?? joinRows(module, blocks));
  }
  return rows;
}

function checkOrder(modules: readonly AnyModule[]): void {
  for (const [index, module] of modules.entries()) {
    const earlier = modules.slice(0, index);
    if (!(module.needs ?? []).every((other: AnyModule) => earlier.includes(other)))
      throw new Error('a module stands before one that it needs');
  }
}
