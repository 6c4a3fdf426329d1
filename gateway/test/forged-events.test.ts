import { createHmac, randomBytes } from 'node:crypto';
import { create, toBinary } from '@bufbuild/protobuf';
import { HINTS } from '@ledgergraph/event-bus/pace';
import { KeyChangedSchema, TeamChangedSchema } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { QuotaWantedSchema } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { TipMovedSchema } from '@ledgergraph/proto-schemas/chain/v1/events';
import { Environment, SyncStatus, type Tip } from '@ledgergraph/proto-schemas/chain/v1/stream';
import {
  AdmittedCallsSchema,
  type CallsAdmitted,
  CallsAdmittedSchema,
} from '@ledgergraph/proto-schemas/gateway/v1/events';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { CHANGES } from '#/auth/key-changes.ts';
import { GatewayStand, PEPPER, TEST_CHAIN, tip } from './gateway-stand.ts';
import { LimitedKeys } from './limited-keys.ts';

const TYPENAME = '{ __typename }';
const EVENTS_PER_CALL = 100;
const CALLS = 40;
/** Highest height in protobuf. */
const HEIGHT_MAX = 4_294_967_295;

let stand: GatewayStand;
let keys: LimitedKeys;
beforeEach(async () => {
  stand = new GatewayStand({ hints: HINTS });
  keys = new LimitedKeys(stand);
  stand.tips = () => [tip(100)];
  await stand.start();
});
afterEach(() => stand.stop());

/** @returns seconds that it took */
async function flood(forge: (count: number) => void, call: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  for (let count = 0; count < CALLS * EVENTS_PER_CALL; count += EVENTS_PER_CALL) {
    for (let event = 0; event < EVENTS_PER_CALL; event += 1) forge(count + event);
    await call();
  }
  return (performance.now() - startedAt) / 1_000;
}

function forgedTip(count: number): Tip {
  const forged = [
    tip(HEIGHT_MAX),
    tip(101, { fork: 7 }),
    tip(100, { fork: 7 }),
    tip(1, { fork: 7 }),
    tip(0, { lastFinalityBreak: 2n ** 64n - 1n, hash: randomBytes(32) }),
    tip(100, { poolSerial: 2n ** 64n - 1n }),
    tip(100, { status: SyncStatus.STALLED, finalizedHeight: HEIGHT_MAX }),
    tip(100, { environment: Environment.MAINNET }),
    tip(100, { chainId: `unknown-${count}` }),
    tip(100, { hash: new Uint8Array() }),
  ];
  return forged[count % forged.length] as Tip;
}

test('a flood of forged tips leaves every answer at the confirmed block, and causes few questions', async () => {
  const asked = stand.tipQuestions;
  const seconds = await flood(
    (count) => stand.bus.publish(SUBJECTS.tipMoved, TipMovedSchema, { tip: forgedTip(count) }),
    async () => {
      const { status, body } = await stand.query(TYPENAME);
      expect([status, body.errors]).toEqual([200, undefined]);
      expect(body.extensions?.chain).toMatchObject([{ chainId: TEST_CHAIN, height: 100, finalizedHeight: null }]);
    },
  );
  expect(stand.follower.tips()).toHaveLength(1);
  expect(stand.tipQuestions - asked).toBeGreaterThan(0);
  expect(stand.tipQuestions - asked).toBeLessThanOrEqual(1 + HINTS.burst + Math.ceil(seconds * HINTS.perSecond));
});

test('a true tip shows within a flood of forged ones', async () => {
  stand.tips = () => [tip(101)];
  await flood(
    (count) => stand.bus.publish(SUBJECTS.tipMoved, TipMovedSchema, { tip: forgedTip(count) }),
    async () => {
      expect((await stand.query(TYPENAME)).status).toBe(200);
    },
  );
  await waitFor(() => stand.follower.pins('TESTNET')[0]?.height === 101, { what: 'the confirmed tip' });
});

test('a flood of changes of a key and of teams causes few look-ups, and a revocation shows within it', async () => {
  const { key, teamId } = keys.make();
  const keyHash = hashApiKey(key, PEPPER);
  expect((await keys.ask(key)).status).toBe(503);
  stand.tips = () => [tip(100), tip(200, { chainId: 'live', environment: Environment.MAINNET })];
  await stand.follower.refresh();
  stand.keyQuestions = 0;
  const forge = (count: number): void => {
    stand.bus.publish(SUBJECTS.keyChanged, KeyChangedSchema, { keyHash });
    stand.bus.publish(SUBJECTS.keyChanged, KeyChangedSchema, { keyHash: randomBytes(count % 64) });
    stand.bus.publish(SUBJECTS.teamChanged, TeamChangedSchema, { teamId: count % 2 === 0 ? teamId : `team-${count}` });
  };
  const seconds = await flood(forge, async () => {
    expect((await keys.ask(key)).status).toBe(200);
  });
  expect(stand.keyQuestions).toBeGreaterThan(0);
  expect(stand.keyQuestions).toBeLessThanOrEqual(1 + CHANGES.burst + Math.ceil(seconds * CHANGES.perSecond));

  stand.keys.delete(key);
  await waitFor(
    async () => {
      for (let count = 0; count < EVENTS_PER_CALL; count += 1) forge(count);
      return (await keys.ask(key)).status === 401;
    },
    { what: 'the revocation to show' },
  );
});

test('a flood of wishes for the units of a team refuses no call, and causes few questions to accounts', async () => {
  const { key, teamId } = keys.make({ month: 100_000n });
  stand.quotas.limit = 100_000n;
  stand.tips = () => [tip(100), tip(200, { chainId: 'live', environment: Environment.MAINNET })];
  await stand.follower.refresh();
  await keys.ask(key);
  stand.quotas.leaseQuestions = 0;
  const seconds = await flood(
    (count) => {
      stand.bus.publish(SUBJECTS.quotaWanted, QuotaWantedSchema, { teamId });
      stand.bus.publish(SUBJECTS.quotaWanted, QuotaWantedSchema, { teamId: `team-${count}` });
      stand.bus.publish(SUBJECTS.teamChanged, TeamChangedSchema, { teamId });
    },
    async () => {
      expect((await keys.ask(key)).status).toBe(200);
    },
  );
  // Each look returns the units once, and the next call takes new ones in up to two requests.
  expect(stand.quotas.leaseQuestions).toBeLessThanOrEqual(2 * (1 + 5 + Math.ceil(seconds * 5)) + CALLS / 4);
});

test('calls that no gateway proves to have let through spend nothing, nor do old and repeated messages', async () => {
  const { key, teamId } = keys.make({ second: 1_000 });
  stand.tips = () => [tip(100), tip(200, { chainId: 'live', environment: Environment.MAINNET })];
  await stand.follower.refresh();
  expect((await keys.ask(key)).status).toBe(200);
  const proofKey = (secret: string): Buffer =>
    createHmac('sha256', secret).update('ledgergraph calls-admitted').digest();
  const forge = (
    fields: { sentAtMs?: bigint; number?: bigint; gatewayId?: string; calls?: number },
    secret: string,
  ) => {
    const { sentAtMs = BigInt(Date.now()), number = 1n, gatewayId = 'forged', calls = 4_294_967_295 } = fields;
    const message = create(AdmittedCallsSchema, { gatewayId, number, sentAtMs, teams: [{ bucket: teamId, calls }] });
    const body = toBinary(AdmittedCallsSchema, message);
    return { body, proof: createHmac('sha256', proofKey(secret)).update(body).digest() };
  };
  const genuine = forge({ gatewayId: 'other', number: 5n, calls: 1 }, PEPPER);
  const events: Partial<Omit<CallsAdmitted, '$typeName'>>[] = [
    forge({}, 'a guessed pepper'),
    { ...forge({}, PEPPER), proof: new Uint8Array() },
    { ...forge({}, PEPPER), proof: new Uint8Array(32) },
    { body: randomBytes(50), proof: randomBytes(32) },
    forge({ sentAtMs: BigInt(Date.now() - 3_600_000) }, PEPPER),
    forge({ sentAtMs: BigInt(Date.now() + 3_600_000) }, PEPPER),
    genuine,
    ...Array.from({ length: 5_000 }, () => genuine),
    forge({ gatewayId: 'other', number: 4n }, PEPPER),
  ];
  for (const event of events) stand.bus.publish(SUBJECTS.callsAdmitted, CallsAdmittedSchema, event);
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  const { headers, status } = await keys.ask(key);
  expect(status).toBe(200);
  // Two of a thousand calls were made here and one at the other gateway; some may have come back.
  expect(Number(/"second";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])).toBeGreaterThanOrEqual(997);
});
