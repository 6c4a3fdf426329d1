import { randomUUID } from 'node:crypto';
import { type Client, Code, createClient } from '@connectrpc/connect';
import { CallStatus, QuotaService } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { createInternalTransport } from '@ledgergraph/service-kit/http/internal-transport';
import { listUsageDays } from '#/db/usage-days.ts';
import { quotaService } from '#/rpc/quota-service.ts';
import { type QuotaFixture, startQuotas } from './quota-fixture.ts';

const secret = 'a secret for tests only';
/** 15 March 2030. */
const DAY = 21_988;

let quotas: QuotaFixture;
let client: Client<typeof QuotaService>;
let close: () => Promise<void>;
beforeAll(async () => {
  quotas = await startQuotas();
  const server = await createInternalServer({
    secret,
    logger: quotas.deps.logger,
    ready: async () => ({ ready: true }),
    connect: (router) => router.service(QuotaService, quotaService(quotas.deps)),
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  client = createClient(QuotaService, createInternalTransport(url, secret));
  close = () => server.close();
});
afterAll(async () => {
  await close();
  await quotas.stop();
});

test('a gateway leases, reports and leaves', async () => {
  const teamId = await quotas.addTeam(800n);
  const keyId = await quotas.addKey(teamId);
  const gatewayId = randomUUID();
  const leaseId = randomUUID();
  const { lease, quota } = await client.lease({ gatewayId, teamId, want: 500n, leaseId });
  expect(lease).toMatchObject({ id: leaseId, size: 100n });
  expect(quota).toMatchObject({ teamId, limit: 800n, free: 700n, outstanding: 100n });
  const usage = [{ keyId, day: DAY, status: CallStatus.ANSWERED, calls: 60n }];
  const report = { gatewayId, sequence: 1n, leases: [{ leaseId, spent: 60n }], usage };
  for (const _again of [1, 2])
    expect(await client.report(report)).toMatchObject({ wantedTeamIds: [], quotas: [{ teamId, outstanding: 40n }] });
  await client.report({ gatewayId, sequence: 2n, leases: [{ leaseId, spent: 61n }], leaving: true });
  expect(await quotas.db.quotaPeriod.findMany({ where: { teamId } })).toMatchObject([{ charged: 61n, spent: 61n }]);
  const range = { teamId, from: '2030-03-01', to: '2030-03-31' };
  expect(await listUsageDays(quotas.db, range)).toMatchObject([{ keyId, calls: 60n }]);
});

test('a request that cannot be carried out has a code, and changes nothing', async () => {
  const teamId = await quotas.addTeam(800n);
  const gatewayId = randomUUID();
  const ask = { gatewayId, teamId, want: 5n, leaseId: randomUUID() };
  await client.lease(ask);
  await expect(client.lease({ ...ask, teamId: 'no-such-team', leaseId: randomUUID() })).rejects.toMatchObject({
    code: Code.NotFound,
  });
  await expect(client.lease({ ...ask, gatewayId: randomUUID() })).rejects.toMatchObject({ code: Code.AlreadyExists });
  await expect(client.lease({ ...ask, want: 0n })).rejects.toMatchObject({ code: Code.InvalidArgument });
  await expect(client.report({ gatewayId, sequence: 2n })).rejects.toMatchObject({ code: Code.FailedPrecondition });
  await expect(client.report({ gatewayId, sequence: 0n })).rejects.toMatchObject({ code: Code.InvalidArgument });
  await client.report({ gatewayId, sequence: 1n, leaving: true });
  await expect(client.lease({ ...ask, leaseId: randomUUID() })).rejects.toMatchObject({
    code: Code.FailedPrecondition,
  });
  expect(await quotas.db.quotaPeriod.findMany({ where: { teamId } })).toMatchObject([{ charged: 0n, spent: 0n }]);
});

test('a database that is away is reported as that and as nothing more', async () => {
  const other = await startQuotas();
  await other.stop();
  const server = await createInternalServer({
    secret,
    logger: other.deps.logger,
    ready: async () => ({ ready: true }),
    connect: (router) => router.service(QuotaService, quotaService(other.deps)),
  });
  try {
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    const cut = createClient(QuotaService, createInternalTransport(url, secret));
    const away = { code: Code.Unavailable, rawMessage: 'quotas cannot be booked now' };
    const ids = { gatewayId: randomUUID(), leaseId: randomUUID() };
    await expect(cut.lease({ ...ids, teamId: 'a', want: 1n })).rejects.toMatchObject(away);
    await expect(cut.report({ gatewayId: ids.gatewayId, sequence: 1n })).rejects.toMatchObject(away);
  } finally {
    await server.close();
  }
});
