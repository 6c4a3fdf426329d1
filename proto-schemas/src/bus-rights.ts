import { SUBJECTS, type Subject } from './subjects.ts';

/** Subjects that one user of the broker may use; every other subject is refused to it. */
export interface BusRights {
  publish: readonly Subject[];
  subscribe: readonly Subject[];
}

/** Rights of a service that follows the block stream: it hears of blocks, and reports what it has applied. */
const INDEXER: BusRights = { publish: [SUBJECTS.progress], subscribe: [SUBJECTS.newBlock] };

/** Services with subjects of their own. The gateway is one of them here. */
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

/** Users that the broker has whichever subgraphs there are. */
export const OWN_BUS_USERS: readonly string[] = Object.keys(OWN);

/**
 * Returns the rights of a service at the broker. The user has the name of the service.
 * This table is the only one: every configuration of a broker is rendered from it, or compared with it by a test.
 */
export function busRights(service: string): BusRights {
  return OWN[service] ?? INDEXER;
}
