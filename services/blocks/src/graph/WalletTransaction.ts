import { Transaction } from './Transaction.ts';

export const WalletTransaction = { __resolveReference: Transaction.__resolveReference };
