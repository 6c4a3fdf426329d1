import { randomUUID } from 'node:crypto';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { createContext } from '#/context.ts';
import type { Database } from '#/db/connection.ts';
import { type LeaseAnswer, leaseUnits } from '#/quota/lease-units.ts';
import type { ReportedLease } from '#/quota/settle-leases.ts';
import { type GatewayReport, type ReportAnswer, takeReport } from '#/quota/take-report.ts';

export const START = new Date('2030-03-15T12:00:00Z');

export type QuotaFixture = {
  db: Database;
  clock: { now: Date };
  wanted: string[];
  logged: Record<string, unknown>[];
  deps: Parameters<typeof leaseUnits>[0] & Parameters<typeof takeReport>[0];
  addTeam: (callsPerMonth: bigint | null) => Promise<string>;
  addKey: (teamId: string, environment?: 'live' | 'test') => Promise<string>;
  lease: (gatewayId: string, teamId: string, want: number, leaseId?: string) => Promise<LeaseAnswer>;
  report: (gatewayId: string, sequence: number, report?: Partial<GatewayReport>) => Promise<ReportAnswer>;
  stop: () => Promise<void>;
};

export async function startQuotas(): Promise<QuotaFixture> {
  const database = await createTestDatabase({ service: 'accounts' });
  const { db } = createContext(database.url);
  const clock = { now: START };
  const wanted: string[] = [];
  const logged: QuotaFixture['logged'] = [];
  const logger = createLogger('test', 'silent');
  for (const level of ['warn', 'error'] as const)
    logger[level] = (fields: unknown) => void logged.push({ level, ...(fields as object) });
  const deps = { db, now: () => clock.now, logger, publishWanted: (teamId: string) => void wanted.push(teamId) };
  return {
    db,
    clock,
    wanted,
    logged,
    deps,
    addTeam: (callsPerMonth) => addTeam(db, callsPerMonth),
    addKey: (teamId, environment = 'live') => addKey(db, teamId, environment),
    lease: (gatewayId, teamId, want, leaseId = randomUUID()) =>
      leaseUnits(deps, { gatewayId, teamId, leaseId, want: BigInt(want) }),
    report: (gatewayId, sequence, report = {}) =>
      takeReport(deps, {
        gatewayId,
        sequence: BigInt(sequence),
        leases: [],
        usage: [],
        leaving: false,
        ...report,
      }),
    stop: async () => {
      await db.$disconnect();
      await database.drop();
    },
  };
}

export function leaseReport(
  id: string | undefined,
  spent: number | bigint,
  rest: Partial<ReportedLease> = {},
): ReportedLease {
  if (id === undefined) throw new Error('there is no lease to report');
  return { id, spent: BigInt(spent), closed: false, size: undefined, ...rest };
}

async function addTeam(db: Database, callsPerMonth: bigint | null): Promise<string> {
  const name = randomUUID();
  const { id } = await db.team.create({
    data: { name, slug: name, plan: { create: { id: name, callsPerMonth } } },
  });
  return id;
}

async function addKey(db: Database, teamId: string, environment: 'live' | 'test'): Promise<string> {
  const hash = new TextEncoder().encode(randomUUID());
  const data = { hash, brand: 'lg', environment, name: 'a key', lastFour: 'abcd', teamId };
  return (await db.apiKey.create({ data })).id;
}
