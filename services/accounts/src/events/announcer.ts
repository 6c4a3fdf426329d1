import type { Bus } from '@ledgergraph/event-bus/bus';
import { KeyChangedSchema, TeamChangedSchema } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import type { Logger } from '@ledgergraph/service-kit/logger';
import type { Database } from '#/db/connection.ts';

/** Never throws: a gateway that misses an announcement notices the change seconds later, when its cache expires. */
export interface Announcer {
  /** Resolves when the broker has it, or after two seconds at the latest. */
  keyChanged(keyHash: Uint8Array): Promise<void>;
  teamChanged(teamId: string): Promise<void>;
}

export function createAnnouncer(bus: Pick<Bus, 'publishConfirmed'>, logger: Logger): Announcer {
  const warn = (event: string) =>
    logger.warn({ event }, 'gateways could not be notified; they notice when they ask again');
  return {
    keyChanged: async (keyHash) => {
      if (!(await bus.publishConfirmed(SUBJECTS.keyChanged, KeyChangedSchema, { keyHash }))) warn('key-changed');
    },
    teamChanged: async (teamId) => {
      if (!(await bus.publishConfirmed(SUBJECTS.teamChanged, TeamChangedSchema, { teamId }))) warn('team-changed');
    },
  };
}

export type ChangeDeps = { db: Database; announcer: Announcer };
