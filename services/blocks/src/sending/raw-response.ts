import { create } from '@bufbuild/protobuf';
import {
  type FetchRawTransactionsResponse,
  FetchRawTransactionsResponseSchema,
  RawTransactionFault,
} from '@ledgergraph/proto-schemas/chain/v1/node';
import type { RawOutcome } from '#/raw/raw-outcome.ts';

/** Bytes of all transactions of an answer. The rest is busy: the caller asks for fewer at once. */
const BYTES_MAX = 16_000_000;

const FAULTS = {
  absent: RawTransactionFault.ABSENT,
  mismatch: RawTransactionFault.MISMATCH,
  away: RawTransactionFault.AWAY,
  busy: RawTransactionFault.BUSY,
} as const;

export function rawResponse(outcomes: readonly RawOutcome[]): FetchRawTransactionsResponse {
  let left = BYTES_MAX;
  const transactions = outcomes.map((outcome) => {
    if (outcome.kind !== 'raw') return { fault: FAULTS[outcome.kind] };
    if (outcome.raw.length > left) return { fault: FAULTS.busy };
    left -= outcome.raw.length;
    return { raw: outcome.raw };
  });
  return create(FetchRawTransactionsResponseSchema, { transactions });
}
