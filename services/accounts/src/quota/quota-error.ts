export type QuotaErrorCode =
  /** There is no such team. */
  | 'UNKNOWN_TEAM'
  /** The gateway has announced that it stops. */
  | 'GATEWAY_LEFT'
  /** The id names a lease of another gateway or team. */
  | 'LEASE_OF_ANOTHER'
  /** Reports before this one have not arrived: taking it in would lose their content. */
  | 'REPORT_GAP';

/** The gateway's request cannot be carried out, and nothing was changed. */
export class QuotaError extends Error {
  readonly code: QuotaErrorCode;

  constructor(code: QuotaErrorCode, message: string) {
    super(message);
    this.name = 'QuotaError';
    this.code = code;
  }
}
