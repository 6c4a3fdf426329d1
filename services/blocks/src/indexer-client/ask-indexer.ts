import { ConnectError } from '@connectrpc/connect';
import { type RawTransaction, RawTransactionFault } from '@ledgergraph/proto-schemas/chain/v1/node';
import type { Logger } from '@ledgergraph/service-kit/logger';
import type { RawOutcome } from '#/raw/raw-outcome.ts';
import type { TextKind } from '#/texts/text-kinds.ts';
import { type NodeServiceClient, timeoutMs } from './connect-node-service.ts';

const KEYS_MAX = 100;

const OUTCOMES = new Map<RawTransactionFault, RawOutcome>([
  [RawTransactionFault.ABSENT, { kind: 'absent' }],
  [RawTransactionFault.MISMATCH, { kind: 'mismatch' }],
  [RawTransactionFault.BUSY, { kind: 'busy' }],
]);

type Log = Pick<Logger, 'warn'> | undefined;

export function fetchRaw(
  nodes: NodeServiceClient,
  chainId: string,
  txids: readonly string[],
  logger: Log,
): Promise<RawOutcome[]> {
  return inParts(chainId, txids, logger, async (part) => {
    const request = { chainId, txids: part.map((txid) => Buffer.from(txid, 'hex')) };
    return (await nodes.fetchRawTransactions(request, { timeoutMs: timeoutMs() })).transactions;
  });
}

export function fetchTexts(
  nodes: NodeServiceClient,
  chainId: string,
  keys: readonly { kind: TextKind; hash: string }[],
  logger: Log,
): Promise<RawOutcome[]> {
  return inParts(chainId, keys, logger, async (part) => {
    const texts = part.map(({ kind, hash }) => ({ kind, hash: Buffer.from(hash, 'hex') }));
    return (await nodes.fetchTexts({ chainId, texts }, { timeoutMs: timeoutMs() })).texts;
  });
}

async function inParts<Key>(
  chainId: string,
  keys: readonly Key[],
  logger: Log,
  ask: (part: readonly Key[]) => Promise<RawTransaction[]>,
): Promise<RawOutcome[]> {
  const outcomes: RawOutcome[] = [];
  for (let start = 0; start < keys.length; start += KEYS_MAX) {
    const part = keys.slice(start, start + KEYS_MAX);
    try {
      const answers = await ask(part);
      outcomes.push(...part.map((_, index) => readOutcome(answers[index])));
    } catch (error) {
      logger?.warn({ chainId, code: ConnectError.from(error).code }, 'the indexer could not be asked for transactions');
      outcomes.push(...part.map((): RawOutcome => ({ kind: 'away' })));
    }
  }
  return outcomes;
}

function readOutcome(answer: RawTransaction | undefined): RawOutcome {
  if (answer === undefined) return { kind: 'away' };
  const { raw, fault } = answer;
  return raw.length > 0 ? { kind: 'raw', raw } : (OUTCOMES.get(fault) ?? { kind: 'away' });
}
