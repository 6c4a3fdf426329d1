import { hashTransaction } from '@ledgergraph/verus-protocol/transaction-hash';
import type { RawNode } from '#/following/client-nodes.ts';
import { VerusError } from '#/verus-rpc/errors.ts';
import type { RawOutcome } from './raw-outcome.ts';

/** Accepts only bytes whose hash is the txid. @param nodes the followed node first @param giveUpAt milliseconds of the clock */
export async function fetchFromNodes(
  nodes: readonly RawNode[],
  txids: readonly string[],
  giveUpAt: number,
): Promise<RawOutcome[]> {
  const outcomes = new Map<string, RawOutcome>();
  for (const node of nodes) {
    const wanted = txids.filter((txid) => outcomes.get(txid)?.kind !== 'raw');
    if (wanted.length === 0 || Date.now() >= giveUpAt) break;
    for (const [index, answer] of (await ask(node, wanted)).entries()) {
      const txid = wanted[index] ?? '';
      // A node that is away does not contradict an earlier answer.
      if (answer.kind !== 'away' || !outcomes.has(txid)) outcomes.set(txid, answer);
    }
  }
  return txids.map((txid) => outcomes.get(txid) ?? { kind: 'away' });
}

async function ask(node: RawNode, txids: readonly string[]): Promise<RawOutcome[]> {
  try {
    const answers = await node.readRaw(txids);
    return txids.map((txid, index) => judge(txid, answers[index] ?? null));
  } catch (error) {
    if (!(error instanceof VerusError)) throw error;
    return txids.map(() => ({ kind: 'away' }));
  }
}

function judge(txid: string, raw: Uint8Array | null): RawOutcome {
  if (raw === null) return { kind: 'absent' };
  return hashTransaction(raw) === txid ? { kind: 'raw', raw } : { kind: 'mismatch' };
}
