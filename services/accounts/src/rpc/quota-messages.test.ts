import { create } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { CallStatus, ReportRequestSchema } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { readGatewayId, readLeaseId, readPositive, readReport, readTeamId, toQuotaMessage } from './quota-messages.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const refused = expect.objectContaining({ code: Code.InvalidArgument });

function caught(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error;
  }
}

test.each([
  ['no gateway', () => readGatewayId('')],
  ['a gateway with a line break', () => readGatewayId('a\n')],
  ['a gateway too long to be one', () => readGatewayId('g'.repeat(65))],
  ['a team with a zero byte', () => readTeamId('a\0')],
  ['a lease id that is no UUID', () => readLeaseId('1')],
  ['wanting nothing', () => readPositive(0n, 'want')],
  ['a report without number', () => readReport(create(ReportRequestSchema, { gatewayId: 'g', sequence: 0n }))],
])('%s is an error of the caller', (_what, read) => {
  expect(caught(read)).toEqual(refused);
});

test('a number beyond the database’s greatest becomes the greatest', () => {
  expect(readPositive(2n ** 64n - 1n, 'want')).toBe(2n ** 63n - 1n);
});

test('a report has each lease once, its last entry counts, and what cannot be read is left out and counted', () => {
  const message = create(ReportRequestSchema, {
    gatewayId: 'g',
    sequence: 7n,
    leases: [
      { leaseId: ID, spent: 1n },
      { leaseId: ID.toUpperCase(), spent: 2n, size: 2n ** 64n - 1n },
      { leaseId: 'none', spent: 3n },
    ],
    usage: [
      { keyId: ID, day: 21_988, status: CallStatus.QUOTA_EXCEEDED, calls: 4n },
      { keyId: ID, day: 21_988, status: CallStatus.UNSPECIFIED, calls: 4n },
      { keyId: ID, day: 21_988, status: 99 as CallStatus, calls: 4n },
      { keyId: ID, day: 4_294_967_295, status: CallStatus.ANSWERED, calls: 4n },
    ],
    leaving: true,
  });
  expect(readReport(message)).toEqual({
    gatewayId: 'g',
    sequence: 7n,
    leases: [{ id: ID, spent: 2n, closed: false, size: 2n ** 63n - 1n }],
    usage: [{ keyId: ID, day: '2030-03-15', status: 'quota_exceeded', calls: 4n }],
    leaving: true,
    unreadable: 5,
  });
});

test('a month is given in seconds, and no limit as no limit', () => {
  const quota = {
    teamId: 't',
    planId: 'free',
    spent: 1n,
    free: 2n,
    outstanding: 3n,
    startsAt: new Date('2030-03-01'),
    endsAt: new Date('2030-04-01'),
  };
  const reported = { teamId: 't', free: 2n, outstanding: 3n, startsAt: 1_898_553_600n, endsAt: 1_901_232_000n };
  expect(toQuotaMessage({ ...quota, limit: 0n })).toEqual({ ...reported, limit: 0n });
  expect(toQuotaMessage({ ...quota, limit: null })).toEqual(reported);
});
