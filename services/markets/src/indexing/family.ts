import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Network } from '@ledgergraph/graph-kit/network';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';

/** A part of this service that has rows of its own: what a handler of the kit does (docs/architecture.md), for these rows. */
export interface Family<Read, Rows> {
  /** Pure: block → what the family needs of it. */
  read(block: Block): Read;
  /** Reads the rows that consecutive blocks build on and computes the new rows, outside of any transaction. */
  prepare(db: SqlExecutor, network: Network, blocks: readonly Read[]): Promise<Rows>;
  write(tx: SqlExecutor, chainId: string, rows: Rows): Promise<void>;
  /** Number of rows that break a rule. Absent: rows are not checked. */
  countViolations?(rows: Rows): number;
  /** @param keepHeight -1: no block is kept */
  revert(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void>;
}

/** Rows of a batch that are ready. */
export interface ReadyRows {
  write(tx: SqlExecutor): Promise<void>;
  /** Number of rows that break a rule. */
  violations: number;
}

/** Consecutive blocks on their way through a family. */
export interface FamilyBatch {
  read(block: Block): void;
  /** Prepares the rows of the blocks that were read. */
  prepare(db: SqlExecutor, network: Network): Promise<ReadyRows>;
}

/** A family whose types are its own affair. */
export interface OpenFamily extends Pick<Family<unknown, unknown>, 'revert'> {
  begin(): FamilyBatch;
}

export function openFamily<Read, Rows>(family: Family<Read, Rows>): OpenFamily {
  return {
    revert: (tx, chainId, keepHeight) => family.revert(tx, chainId, keepHeight),
    begin() {
      const blocks: Read[] = [];
      return {
        read: (block) => {
          blocks.push(family.read(block));
        },
        prepare: async (db, network) => {
          const rows = await family.prepare(db, network, blocks);
          return {
            write: (tx) => family.write(tx, network.chainId, rows),
            violations: family.countViolations?.(rows) ?? 0,
          };
        },
      };
    },
  };
}
