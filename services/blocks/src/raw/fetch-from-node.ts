import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { VerusError } from '#/verus-rpc/errors.ts';
import type { RawOutcome } from './raw-outcome.ts';
import type { AskNode, RawSource } from './raw-source.ts';

export interface Fetch {
  source: Pick<RawSource<unknown>, 'judge'>;
  db: SqlExecutor;
  chainId: string;
  /** The followed node first. */
  nodes: readonly AskNode[];
  keys: readonly string[];
  /** Milliseconds of the clock. */
  giveUpAt: number;
}

/** Accepts only what the source finds right. */
export async function fetchFromNodes(fetch: Fetch): Promise<RawOutcome[]> {
  const { nodes, keys, giveUpAt } = fetch;
  const outcomes = new Map<string, RawOutcome>();
  for (const node of nodes) {
    const wanted = keys.filter((key) => outcomes.get(key)?.kind !== 'raw');
    if (wanted.length === 0 || Date.now() >= giveUpAt) break;
    for (const [index, answer] of (await ask(fetch, node, wanted)).entries()) {
      const key = wanted[index] ?? '';
      // A node that is away does not contradict an earlier answer.
      if (answer.kind !== 'away' || !outcomes.has(key)) outcomes.set(key, answer);
    }
  }
  return keys.map((key) => outcomes.get(key) ?? { kind: 'away' });
}

async function ask({ source, db, chainId }: Fetch, node: AskNode, keys: readonly string[]): Promise<RawOutcome[]> {
  try {
    const answers = await node(keys);
    return await Promise.all(
      keys.map((key, index): RawOutcome | Promise<RawOutcome> => {
        const answer = answers[index] ?? null;
        return answer === null ? { kind: 'absent' } : source.judge(db, chainId, key, answer);
      }),
    );
  } catch (error) {
    if (!(error instanceof VerusError)) throw error;
    return keys.map(() => ({ kind: 'away' }));
  }
}
