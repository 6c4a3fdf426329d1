import type { NetworkSettings } from '@ledgergraph/blocks/networks/network-settings';
import type { IndexerName } from './indexers.ts';

/** The block stream of one chain, up to the height at which a job is done. */
export interface Stream {
  url: string;
  secret: string;
  chainId: string;
  tipHeight: number;
}

/** A chain to generate, and where its node is going to be. */
export interface GeneratedChain {
  seed: number;
  blocks: number;
  chainId: string;
  name: string;
  /** Holds the blocks, outside of memory. */
  file: string;
  port: number;
  user: string;
  password: string;
  /** Pace at which its node prints blocks, for all callers together; absent: as fast as it can. */
  blocksPerSecond?: number;
  /** Height of its tip; absent: the chain's last. */
  tipHeight?: number;
  /** The file of an earlier run of the same seed and length is served as it is. */
  keepsFile?: boolean;
}

/** Work of a contender, all on one chain. */
export type Job =
  /** Pull from the stream and write one subgraph's rows, with that service's own code. */
  | { kind: 'index'; service: IndexerName; databaseUrl: string; stream: Stream }
  /** The rival of all indexers: pull the same batches and decode them. */
  | { kind: 'pull'; stream: Stream }
  /** Follow the node into the blocks database, with the blocks service's own code. */
  | { kind: 'follow'; databaseUrl: string; network: NetworkSettings }
  /** The rival of that: fetch the same blocks from the node and parse them. */
  | { kind: 'fetch'; network: NetworkSettings; tipHeight: number }
  /** No contender, but the node that others fetch from: a generated chain, written to a file first, from `prepare` to `close`. */
  | { kind: 'node'; chain: GeneratedChain }
  /** The rival of all: writes rows that `dump` has put into files into tables like those they came from. */
  | { kind: 'copy'; databaseUrl: string; folder: string }
  /** No contender either: puts all rows of a database into files, one for each table. */
  | { kind: 'dump'; databaseUrl: string; folder: string }
  /** No contender, but what others pull from: the block stream over a blocks database, from `prepare` to `close`. */
  | { kind: 'serve'; databaseUrl: string; port: number; secret: string };

/** A job with its connections open and its code loaded, so that `run` measures the work alone. */
export interface PreparedJob {
  run(): Promise<void>;
  close(): Promise<void>;
  /** Called when another contender has committed blocks. */
  hearBell?(): void;
}

/** Kind of process that does the job in an installation; a rival or helper counts as an indexer. A node has the heap that it needs. */
export function roleOf({ kind }: Job): 'api' | 'indexer' | 'node' {
  if (kind === 'node') return 'node';
  return kind === 'serve' ? 'api' : 'indexer';
}
