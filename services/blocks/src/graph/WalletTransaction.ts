import { Transaction } from './Transaction.ts';

/** A transaction, whichever wallet it is looked at for: addresses knows its changes of the wallet. */
export const WalletTransaction = { __resolveReference: Transaction.__resolveReference };
