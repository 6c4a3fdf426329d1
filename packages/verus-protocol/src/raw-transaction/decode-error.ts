/**
 * Reason why bytes are not a transaction: no hexadecimal digits, fewer bytes than the transaction's own counts require, bytes behind its end, an encoding
 * that the daemon does not read, or a format that it does not know.
 */
export type DecodeFault = 'NOT_HEX' | 'CUT_OFF' | 'SURPLUS' | 'MALFORMED' | 'UNKNOWN_FORMAT';

/** Bytes that are no transaction. The message is meant for their sender and never repeats them. */
export class TransactionDecodeError extends Error {
  override name = 'TransactionDecodeError';
  readonly fault: DecodeFault;

  constructor(fault: DecodeFault, message: string) {
    super(message);
    this.fault = fault;
  }
}
