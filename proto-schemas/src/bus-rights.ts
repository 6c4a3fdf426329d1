import { SUBJECTS, type Subject } from './subjects.ts';

/** Every other subject is refused. */
export interface BusRights {
  publish: readonly Subject[];
  subscribe: readonly Subject[];
}

const INDEXER: BusRights = { publish: [SUBJECTS.progress], subscribe: [SUBJECTS.newBlock] };

/** They have subjects of their own. */
const OWN: Readonly<Record<string, BusRights>> = {
  accounts: { publish: [SUBJECTS.keyChanged, SUBJECTS.teamChanged, SUBJECTS.quotaWanted], subscribe: [] },
  blocks: {
    publish: [SUBJECTS.newBlock, SUBJECTS.tipMoved],
    subscribe: [SUBJECTS.progress, SUBJECTS.blockMissed],
  },
  gateway: {
    publish: [SUBJECTS.callsAdmitted, SUBJECTS.blockMissed],
    subscribe: [
      SUBJECTS.tipMoved,
      SUBJECTS.keyChanged,
      SUBJECTS.teamChanged,
      SUBJECTS.quotaWanted,
      SUBJECTS.callsAdmitted,
    ],
  },
};

/** Whichever subgraphs there are. */
export const OWN_BUS_USERS: readonly string[] = Object.keys(OWN);

/**
 * The broker's user has the name of the service. Every configuration of a broker is rendered from this table, or compared with it by a
 * test.
 */
export function busRights(service: string): BusRights {
  return OWN[service] ?? INDEXER;
}
