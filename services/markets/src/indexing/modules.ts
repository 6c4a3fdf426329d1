import type { AnyModule } from '@ledgergraph/chain-kit/indexing/module';
import { flows } from './flows.ts';
import { labels } from './labels.ts';
import { launches } from './launches.ts';
import { listings } from './listings.ts';
import { markets } from './markets.ts';
import { offers } from './offers.ts';
import { registrations } from './registrations.ts';
import { supply } from './supply.ts';
import { systemLocks } from './system-locks.ts';
import { transactionFacts } from './transaction-facts.ts';
import { volumes } from './volumes.ts';

/** In the order in which they are written. */
export const MODULES: readonly AnyModule[] = [
  flows,
  registrations,
  listings,
  launches,
  markets,
  supply,
  volumes,
  offers,
  transactionFacts,
  labels,
  systemLocks,
];
