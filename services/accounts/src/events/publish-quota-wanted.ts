import type { Bus } from '@ledgergraph/event-bus/bus';
import { SUBJECTS } from '@ledgergraph/event-bus/subjects';
import { QuotaWantedSchema } from '@ledgergraph/proto-schemas/accounts/v1/quota';

/** Asks gateways to give back units of a team that they do not need. One that does not hear it is told with its next report. */
export function publishQuotaWanted(bus: Pick<Bus, 'publish'>, teamId: string): void {
  bus.publish(SUBJECTS.quotaWanted, QuotaWantedSchema, { teamId });
}
