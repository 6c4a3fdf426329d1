import { leaveOutFaultyIds } from '#/events/leave-out-ids.ts';
import type { Json } from '#/gateway/json.ts';
import { until } from './until.ts';
import { startWebhooks, WEBHOOKS, type WebhookStand } from './webhook-stand.ts';

// A mistyped id does not stop the others, and its owner sees it.

const GOOD = 'RQNubqaaLM3oBWoaB8xMAhHjRXwrEPNgo7';
const ID = 'iAx1W8q8co23QnA9S5TfxYK2XKUMNpKMDB';
const MISTYPED = ID.replace(/.$/, 'C');
const ACTIVITY = { addressActivity: { activity: { amounts: [{ currencyId: ID, amount: '1.00000000' }] } } };

let stand: WebhookStand;
beforeEach(async () => {
  stand = await startWebhooks();
});
afterEach(() => stand.stop());

/** Stored before ids were checked. */
async function createStored(addresses: Json[]): Promise<string> {
  const source = { eventType: 'address.received', operation: '', variables: { addresses: [GOOD] } };
  const { endpoint } = await stand.create({ source });
  await stand.db.endpoint.update({ where: { id: endpoint.id }, data: { variables: { addresses } } });
  return endpoint.id;
}

const shown = async () => (await stand.ask('GET', WEBHOOKS)).body.webhooks[0];

const asked = () => stand.gateway.requests.at(-1)?.body.variables;

test('a stored webhook with a mistyped id delivers the events of the others, and its owner sees the fault', async () => {
  const id = await createStored([GOOD, MISTYPED, ID, 'delta@']);
  stand.work();
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  expect(asked()).toEqual({ addresses: [GOOD, ID] });
  // Shown before any event of the others is stored, and afterwards.
  const ignored = [`addresses[1]: the checksum of ${MISTYPED} is wrong`, 'addresses[3]: delta@ is no address'];
  for (const reason of ignored) expect((await shown())?.ignored).toContain(reason);
  stand.gateway.addEvent(7, ACTIVITY);
  await until(() => expect(stand.receiver.heights).toEqual([7]));
  for (const reason of ignored) expect((await shown())?.ignored).toContain(reason);
  expect(await stand.db.endpoint.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: 'active', trouble: '' });
  expect(stand.mails).toEqual([]);
});

test('a webhook that the mistyped id held up goes on with its last block, and loses no event', async () => {
  const id = await createStored([GOOD]);
  const stop = stand.work();
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  stand.gateway.addEvent(7, ACTIVITY);
  await until(async () => expect(await stand.db.delivery.findMany()).toMatchObject([{ state: 'delivered' }]));
  await stop();
  const heldUp = {
    variables: { addresses: [GOOD, MISTYPED] },
    cursor: null,
    fromHeight: 7,
    trouble: 'addresses[1]: …',
  };
  await stand.db.endpoint.update({ where: { id }, data: heldUp });
  stand.gateway.addEvent(8, ACTIVITY);
  stand.work();
  await until(() => expect(stand.receiver.heights).toEqual([7, 7, 8]));
  const [first, again, next] = stand.receiver.ids;
  expect([again === first, next === first]).toEqual([true, false]);
  expect(await shown()).toMatchObject({ trouble: null, ignored: expect.stringContaining(MISTYPED) });
});

test('a webhook without one good id ends with the reason of the gateway', async () => {
  await createStored([MISTYPED]);
  await stand.db.endpoint.updateMany({ data: { cursor: null } });
  stand.gateway.refusal = { code: 'VALIDATION_ERROR', message: 'addresses[0]: the checksum is wrong' };
  stand.work();
  await until(() => expect(stand.mails).toMatchObject([{ reason: expect.stringContaining('the checksum is wrong') }]));
  expect(asked()).toEqual({ addresses: [MISTYPED] });
  expect(await shown()).toMatchObject({ ignored: null });
});

test('a webhook with a mistyped id is not made', async () => {
  stand.gateway.refusal = { code: 'VALIDATION_ERROR', message: 'addresses[1]: the checksum is wrong' };
  const source = { eventType: 'address.received', operation: '', variables: { addresses: [GOOD, MISTYPED] } };
  await expect(stand.create({ source })).rejects.toMatchObject({ code: 'INVALID' });
  // The gateway still gets all ids that the owner named.
  expect(asked()).toEqual(source.variables);
});

test('the types of the graph that name objects leave out ids that can be none, by the kind of their objects', async () => {
  const catalog = await stand.deps.types.current();
  const named = [...catalog.types.values()].flatMap(({ name, family }) =>
    family.variables.flatMap(({ name: variable, objects }) =>
      objects === undefined ? [] : [{ name, variable, objects }],
    ),
  );
  expect(new Set(named.map(({ variable }) => variable))).toEqual(
    new Set(['addresses', 'identityAddresses', 'currencyIds', 'basketIds']),
  );
  for (const { name, variable, objects } of named) {
    const variables = { [variable]: [MISTYPED, GOOD, ID], minConfirmations: 2 };
    const { source, ignored } = leaveOutFaultyIds(catalog, { eventType: name, operation: '', variables });
    const left = objects.areIAddresses ? [ID] : [GOOD, ID];
    expect({ name, variables: source.variables }).toEqual({ name, variables: { ...variables, [variable]: left } });
    expect(ignored).toContain(`${variable}[0]`);
  }
});

test('a thousand faults are a short text', async () => {
  const catalog = await stand.deps.types.current();
  const addresses = [GOOD, ...Array.from({ length: 999 }, () => MISTYPED)];
  const source = { eventType: 'address.received', operation: '', variables: { addresses } };
  const { ignored } = leaveOutFaultyIds(catalog, source);
  expect(ignored).toContain('and 994 more');
  expect(ignored.length).toBeLessThan(1_000);
});
