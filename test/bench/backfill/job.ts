import type { NetworkSettings } from '@ledgergraph/blocks/networks/network-settings';
import type { IndexerName } from './indexers.ts';

/** Up to the height at which a job is done. */
export interface Stream {
  url: string;
  secret: string;
  chainId: string;
  tipHeight: number;
}

export interface GeneratedChain {
  seed: number;
  blocks: number;
  chainId: string;
  name: string;
  file: string;
  port: number;
  user: string;
  password: string;
  /** For all callers together; absent: as fast as it can. */
  blocksPerSecond?: number;
  /** Absent: the chain's last. */
  tipHeight?: number;
  /** Serves the file of an earlier run of the same seed and length. */
  keepsFile?: boolean;
}

export type Job =
  | { kind: 'index'; service: IndexerName; databaseUrl: string; stream: Stream }
  /** The rival of all indexers: decodes the same batches. */
  | { kind: 'pull'; stream: Stream }
  | { kind: 'follow'; databaseUrl: string; network: NetworkSettings }
  /** The rival of that: parses the same blocks. */
  | { kind: 'fetch'; network: NetworkSettings; tipHeight: number }
  /** Others fetch from it: a generated chain in a file, from `prepare` to `close`. */
  | { kind: 'node'; chain: GeneratedChain }
  /** The rival of all: writes rows that `dump` has put into files. */
  | { kind: 'copy'; databaseUrl: string; folder: string }
  /** Puts all rows of a database into files, one for each table. */
  | { kind: 'dump'; databaseUrl: string; folder: string }
  /** Others pull from it, from `prepare` to `close`. */
  | { kind: 'serve'; databaseUrl: string; port: number; secret: string };

/** With open connections and loaded code, so that `run` measures the work alone. */
export interface PreparedJob {
  run(): Promise<void>;
  close(): Promise<void>;
  hearBell?(): void;
}

/** A rival or helper counts as an indexer. A node has the heap that it needs. */
export function roleOf({ kind }: Job): 'api' | 'indexer' | 'node' {
  if (kind === 'node') return 'node';
  return kind === 'serve' ? 'api' : 'indexer';
}
