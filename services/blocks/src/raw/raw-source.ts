import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { RawOutcome } from './raw-outcome.ts';

export interface RawRow {
  key: string;
  raw: Uint8Array;
}

/** Unchecked, in the order of the keys; null for what the node does not know. @throws VerusError */
export type AskNode = (keys: readonly string[]) => Promise<(Uint8Array | null)[]>;

/** A kind of thing that is fetched from nodes and kept. A key names one of a chain. */
export interface RawSource<Chain> {
  /** In words for the log. */
  readonly what: string;
  /** Asked of a node in one go. */
  readonly batch: number;
  /** The followed node first. */
  nodes(chain: Chain): AskNode[];
  /** @returns what is served in place of the answer */
  judge(db: SqlExecutor, chainId: string, key: string, answer: Uint8Array): RawOutcome | Promise<RawOutcome>;
  save(db: SqlExecutor, chainId: string, rows: readonly RawRow[]): Promise<void>;
  prune(db: SqlExecutor, chainId: string, bytesMax: number): Promise<void>;
}
