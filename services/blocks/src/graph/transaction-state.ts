export type TransactionState = 'PENDING' | 'CONFIRMED' | 'EXPIRED' | 'CONFLICTED' | 'REMOVED';

export function toTransactionState(leftReason: string | null): TransactionState {
  switch (leftReason) {
    case 'MINED':
      return 'CONFIRMED';
    case 'EXPIRED':
    case 'CONFLICTED':
    case 'REMOVED':
      return leftReason;
    default:
      throw new Error(`a stay ended with the reason ${leftReason}`);
  }
}
