import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCount } from '../experiment.ts';

export interface Settings {
  blocks: number;
  /** For Postgres with its page cache; 0: no bound. */
  memoryMib: number;
  seed: number;
  /** Blocks of the catch-up at the end. */
  week: number;
  asks: number;
  /** Chain, databases and report, for a run that goes on. */
  folder: string;
  keepsFolder: boolean;
  postgres: Record<string, string>;
}

const WEEK_BLOCKS = 10_080;
/** The kernel keeps pages in the rest. */
const SHARED_PART = 4;

/** @throws Error for a setting that makes no sense */
export function readSettings(settings: ReadonlyMap<string, string>): Settings {
  const blocks = readCount(settings, 'blocks', 1_000_000);
  const memoryMib = readCount(settings, 'memory-mib', 1024);
  if (blocks < 1_000) throw new Error('blocks takes 1,000 at least');
  const folder = settings.get('folder');
  const shared = memoryMib === 0 ? 512 : Math.max(16, Math.floor(memoryMib / SHARED_PART));
  return {
    blocks,
    memoryMib,
    seed: readCount(settings, 'seed', 1),
    week: readCount(settings, 'week', Math.min(WEEK_BLOCKS, Math.floor(blocks / 10))),
    asks: readCount(settings, 'asks', 40),
    folder: folder ?? join(tmpdir(), `ledgergraph-larger-${process.pid}`),
    keepsFolder: folder !== undefined,
    postgres: { max_connections: '100', shared_buffers: `${shared}MB`, ...readPairs(settings.get('postgres')) },
  };
}

/** `a=1,b=2` */
function readPairs(text = ''): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^([a-z_]+)=(.+)$/.exec(pair) ?? [];
      if (name === undefined || value === undefined) throw new Error('postgres takes name=value,name=value');
      return [name, value];
    }),
  );
}
