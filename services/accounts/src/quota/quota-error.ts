export type QuotaErrorCode =
  | 'UNKNOWN_TEAM'
  | 'GATEWAY_LEFT'
  /** The id names a lease of another gateway or team. */
  | 'LEASE_OF_ANOTHER'
  /** Earlier reports have not arrived; accepting this one would lose their content. */
  | 'REPORT_GAP';

export class QuotaError extends Error {
  readonly code: QuotaErrorCode;

  constructor(code: QuotaErrorCode, message: string) {
    super(message);
    this.name = 'QuotaError';
    this.code = code;
  }
}
