import { type OpenFamily, openFamily } from './family.ts';
import { names } from './names.ts';
import { offers } from './offers.ts';
import { registrations } from './registrations.ts';
import { systemLocks } from './system-locks.ts';
import { transactionFacts } from './transaction-facts.ts';

/** Families that read no rows of another one in the transaction that writes them. */
export const FAMILIES: readonly OpenFamily[] = [
  openFamily(offers),
  openFamily(registrations),
  openFamily(transactionFacts),
  openFamily(names),
  openFamily(systemLocks),
];
