import { findObject, readInteger, readText } from '#/json-members.ts';
import { findPayload, type PayloadOutput } from './payload.ts';

export type FinalizationStatus = 'pending' | 'confirmed' | 'rejected';

export interface FinalizationPayload {
  status: FinalizationStatus;
  /** Null: an output of the same transaction. */
  txid: string | null;
  vout: number;
}

const STATUSES: ReadonlySet<string> = new Set<FinalizationStatus>(['pending', 'confirmed', 'rejected']);
const NO_TXID = '0'.repeat(64);

/**
 * CObjectFinalization (pbaas/pbaas.h) of a notarization.
 * @returns undefined for other outputs, and for a status that the daemon does not name
 * @throws UnexpectedShapeError
 */
export function findFinalization(output: PayloadOutput): FinalizationPayload | undefined {
  const payload = findPayload(output, 'finalizenotarization');
  if (payload === undefined) return undefined;
  const status = readText(payload, 'status');
  if (!STATUSES.has(status)) return undefined;
  const target = findObject(payload, 'output');
  const txid = readText(target, 'txid');
  return {
    status: status as FinalizationStatus,
    txid: txid === NO_TXID ? null : txid,
    vout: readInteger(target, 'voutnum'),
  };
}
