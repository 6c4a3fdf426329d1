/** SURPLUS: bytes behind the end. MALFORMED: an encoding that the daemon does not read. */
export type DecodeFault = 'NOT_HEX' | 'CUT_OFF' | 'SURPLUS' | 'MALFORMED' | 'UNKNOWN_FORMAT';

/** The message is meant for the sender and never repeats the bytes. */
export class TransactionDecodeError extends Error {
  override name = 'TransactionDecodeError';
  readonly fault: DecodeFault;

  constructor(fault: DecodeFault, message: string) {
    super(message);
    this.fault = fault;
  }
}
