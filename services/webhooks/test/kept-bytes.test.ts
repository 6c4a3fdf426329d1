import { pruneDeliveries } from '#/db/prune-deliveries.ts';
import { changeEndpoint } from '#/endpoints/change-endpoint.ts';
import { replay } from '#/endpoints/replay.ts';
import { testEndpoint } from '#/endpoints/test-endpoint.ts';
import { until } from './until.ts';
import { startWebhooks, TEAM, type WebhookStand } from './webhook-stand.ts';

const MAX = 100_000;

let stand: WebhookStand;
beforeEach(async () => {
  stand = await startWebhooks({ timeoutMs: 2_000 });
  if (stand.access.now !== null) stand.access.now.bytesPerEndpoint = MAX;
});
afterEach(() => stand.stop());

const addBlock = (height: number) => stand.gateway.addBlock(height, { text: 'x'.repeat(10_000) });

/** Its own count, which has to match its rows. */
async function keptBytes(): Promise<number> {
  const [{ counted = 0, stored = 0, rows = 0 } = {}] = await stand.db.$queryRaw<Record<string, number>[]>`
    SELECT sum(kept_bytes)::int AS counted,
      (SELECT sum(bytes)::int FROM delivery) AS stored,
      (SELECT sum(octet_length(payload))::int FROM delivery) + (SELECT coalesce(sum(octet_length(response_body)), 0)::int FROM attempt) AS rows
    FROM endpoint`;
  expect(counted).toBe(stored);
  expect(rows).toBeLessThanOrEqual(stored);
  return counted;
}

test('an endpoint keeps no more bytes than its plan allows: the oldest settled deliveries lose their content', async () => {
  const { endpoint } = await stand.create();
  stand.work();
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  for (let height = 1; height <= 30; height += 1) {
    addBlock(height);
    await until(() => expect(stand.receiver.heights).toHaveLength(height));
    expect(await keptBytes()).toBeLessThanOrEqual(MAX);
  }
  const all = await stand.db.delivery.findMany({ orderBy: { id: 'asc' }, include: { attempts: true } });
  expect(all).toHaveLength(30);
  const full = all.filter(({ hasContent }) => hasContent);
  expect(full.length).toBeGreaterThan(3);
  expect(full).toEqual(all.slice(-full.length));
  for (const { payload, attempts } of all.slice(0, -full.length)) expect([payload, attempts]).toEqual(['', []]);
  // Their names stay, so that a reorganisation still undoes them.
  stand.gateway.removeBlocks(0);
  await until(() =>
    expect(stand.receiver.delivered.at(-1)?.body.extensions.undone).toEqual(stand.receiver.ids.slice(0, 30)),
  );
  const emptied = String(all[0]?.id);
  await expect(replay(stand.deps, TEAM, endpoint.id, { deliveryId: emptied })).rejects.toMatchObject({
    code: 'INVALID',
  });
});

test('with a receiver that is down the stream is left alone until there is room, and nothing is lost', async () => {
  stand.receiver.answer = () => 503;
  const { endpoint } = await stand.create();
  stand.work();
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  for (let height = 1; height <= 30; height += 1) addBlock(height);
  await until(() => expect(stand.gateway.openStreams).toBe(0));
  const waiting = await stand.db.delivery.count();
  expect(waiting).toBeLessThan(30);
  const [first] = await stand.db.delivery.findMany({ orderBy: { id: 'asc' } });
  const again = () => replay(stand.deps, TEAM, endpoint.id, { deliveryId: String(first?.id) });
  await expect(again()).rejects.toMatchObject({ code: 'TOO_MANY' });
  stand.receiver.answer = () => 204;
  await changeEndpoint(stand.deps, TEAM, endpoint.id, { state: 'active' });
  await until(() => expect(stand.receiver.heights).toEqual(Array.from({ length: 30 }, (_, index) => index + 1)));
  expect(await keptBytes()).toBeLessThanOrEqual(MAX);
});

test('also what tests and attempts leave behind is bounded: the oldest settled deliveries are forgotten', async () => {
  if (stand.access.now !== null) stand.access.now.bytesPerEndpoint = 20_000;
  stand.receiver.answer = (_received, response) => void response.writeHead(500).end('x'.repeat(2_000));
  const { endpoint } = await stand.create();
  for (let count = 0; count < 40; count += 1) await testEndpoint(stand.deps, TEAM, endpoint.id);
  expect(await keptBytes()).toBeLessThanOrEqual(20_000);
  const left = await stand.db.delivery.count();
  expect(left).toBeGreaterThan(5);
  expect(left).toBeLessThan(40);
});

test('delivered content is kept for a day, that of a failed delivery longer, and all of it for 30 days at most', async () => {
  const { endpoint } = await stand.create();
  stand.work();
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  addBlock(1);
  await until(() => expect(stand.receiver.heights).toEqual([1]));
  stand.receiver.answer = () => 500;
  await testEndpoint(stand.deps, TEAM, endpoint.id);
  const contents = async () =>
    (await stand.db.delivery.findMany({ orderBy: { id: 'asc' } })).map((one) => one.hasContent);
  const pruneAfter = (days: number) => {
    const ago = (more: number) => new Date(Date.now() + (days - more) * 24 * 3_600_000);
    return pruneDeliveries(stand.db, { content: ago(1), all: ago(30) });
  };
  await pruneAfter(0.9);
  expect(await contents()).toEqual([true, true]);
  await pruneAfter(1.1);
  expect(await contents()).toEqual([false, true]);
  await keptBytes();
  await pruneAfter(30.1);
  expect(await contents()).toEqual([]);
  const { keptBytes: kept } = await stand.db.endpoint.findUniqueOrThrow({ where: { id: endpoint.id } });
  expect(kept).toBe(0n);
});
