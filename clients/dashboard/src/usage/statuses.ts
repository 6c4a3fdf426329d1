import type { CallStatus } from '@ledgergraph/dashboard-api/contract';

export interface StatusWords {
  status: CallStatus;
  label: string;
  meaning: string;
  color: string;
}

/** In the order in which a bar is stacked. */
export const STATUSES: readonly StatusWords[] = [
  {
    status: 'answered',
    label: 'Answered',
    meaning: 'With data. With live keys these count against the plan.',
    color: 'ledger.5',
  },
  {
    status: 'rejected',
    label: 'Rejected',
    meaning: 'Not a valid query, or not allowed. Counts for nothing.',
    color: 'orange.5',
  },
  {
    status: 'rate_limited',
    label: 'Too fast',
    meaning: 'More calls a second than the plan has. Counts for nothing.',
    color: 'yellow.5',
  },
  {
    status: 'quota_exceeded',
    label: 'Over the plan',
    meaning: 'The month’s calls were used up. Counts for nothing.',
    color: 'grape.5',
  },
  { status: 'failed', label: 'Failed', meaning: 'Our fault. Counts for nothing.', color: 'red.5' },
];
