import { until } from './until.ts';
import { startWebhooks, type WebhookStand } from './webhook-stand.ts';

// Conditions compare ids, so any other text would match nothing without a sign of it.

const ID = 'iAx1W8q8co23QnA9S5TfxYK2XKUMNpKMDB';
const KEY = 'RQNubqaaLM3oBWoaB8xMAhHjRXwrEPNgo7';
const TYPES = [
  ...['address.received', 'address.sent', 'address.balance_changed', 'address.pending'],
  ...['currency.conversion', 'transfer.settled', 'transfer.refunded', 'offer.taken'],
];

let stand: WebhookStand;
beforeEach(async () => {
  stand = await startWebhooks();
});
afterEach(() => stand.stop());

const source = (eventType: string, currencyId: string) => ({
  eventType,
  operation: '',
  variables: { ...(eventType === 'currency.conversion' ? { basketIds: [ID] } : { addresses: [KEY] }), currencyId },
});

test('the types that compare a currency are those of the graph, and each takes it as an id', async () => {
  const { types } = await stand.deps.types.current();
  const comparing = [...types.values()].filter(({ family }) => family.where?.includes('options.currencyId'));
  expect(new Set(comparing.map(({ family }) => family.name))).toEqual(new Set(TYPES));
  for (const { family } of comparing) {
    expect(family.variables.find(({ name }) => name === 'currencyId')).toMatchObject({ isIAddress: true });
  }
});

test.each(TYPES)(
  '%s: what names no currency by its id is refused with the reason, and nothing is stored',
  async (type) => {
    for (const [currencyId, reason] of [
      ['VRSCTEST', 'currency(currency: "VRSCTEST") { currencyId }'],
      ['', 'no i-address'],
      [ID.replace(/.$/, 'C'), 'checksum'],
      [`${ID}@`, `without @: ${ID}`],
      [KEY, 'not an i-address'],
    ] as const) {
      await expect(stand.create({ source: source(type, currencyId) })).rejects.toMatchObject({
        code: 'INVALID',
        message: expect.stringMatching(/^currencyId: .*\.$/),
      });
      await expect(stand.create({ source: source(type, currencyId) })).rejects.toThrow(reason);
    }
    expect(await stand.db.endpoint.count()).toBe(0);
    await stand.create({ source: source(type, ID) });
    expect(await stand.db.endpoint.findFirstOrThrow()).toMatchObject({ variables: { currencyId: ID } });
  },
);

test('an endpoint that was stored with a name ends with the reason for its owner', async () => {
  const { endpoint } = await stand.create({ source: source('address.sent', ID) });
  const { variables } = source('address.sent', 'VRSCTEST');
  await stand.db.endpoint.update({ where: { id: endpoint.id }, data: { variables } });
  stand.work();
  await until(() =>
    expect(stand.mails).toMatchObject([{ reason: expect.stringContaining('currencyId: VRSCTEST is no i-address') }]),
  );
  expect(await stand.db.endpoint.findFirstOrThrow()).toMatchObject({ state: 'disabled' });
});
