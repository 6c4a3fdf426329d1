import { Transaction } from './Transaction.ts';

/** The addresses service knows its changes of the wallet. */
export const WalletTransaction = { __resolveReference: Transaction.__resolveReference };
