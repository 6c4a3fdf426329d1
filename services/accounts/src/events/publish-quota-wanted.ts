import type { Bus } from '@ledgergraph/event-bus/bus';
import { QuotaWantedSchema } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';

/**
 * Asks gateways to give back units of a team that they do not need. A gateway that misses this gets it in the answer
 * to its next report.
 */
export function publishQuotaWanted(bus: Pick<Bus, 'publish'>, teamId: string): void {
  bus.publish(SUBJECTS.quotaWanted, QuotaWantedSchema, { teamId });
}
