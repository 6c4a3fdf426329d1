import { randomUUID } from 'node:crypto';
import { startWebhooks, WEBHOOKS, type WebhookStand } from './webhook-stand.ts';

let stand: WebhookStand;
beforeAll(async () => {
  stand = await startWebhooks();
});
afterAll(() => stand.stop());

const BAD = ['a\0b', 'a\ud800b'];

const bodiesWith = (text: string) => {
  const wanted = { environment: 'test', url: stand.receiver.url, eventType: 'block.new' };
  const own = { environment: 'test', operation: 'subscription { chainEvents { __typename } }' };
  const places = [
    { eventType: text },
    { operation: text },
    { variables: { [text]: 1 } },
    { variables: { deep: [{ deeper: text }] } },
    { [text]: 1 },
  ];
  const made = [...places, { url: `${stand.receiver.url}?${text}` }, { description: text }];
  const webhook = `${WEBHOOKS}/${randomUUID()}`;
  return [
    ...made.map((more) => ['POST', WEBHOOKS, { ...wanted, ...more }] as const),
    ...made.map((more) => ['PATCH', webhook, more] as const),
    ...places.map((more) => ['POST', `/teams/a/webhook-preview`, { ...own, ...more }] as const),
    ...places.map((more) => ['POST', `/teams/a/webhook-listen`, { ...own, ...more }] as const),
    ['POST', `${webhook}/replay`, { deliveryId: text }] as const,
  ];
};

test.each(BAD)('a text that cannot be stored is bad input, wherever it stands: %j', async (text) => {
  for (const [method, path, body] of bodiesWith(text)) {
    const { status } = await stand.ask(method, path, body);
    expect([method, path, body, status]).toEqual([method, path, body, 400]);
  }
  const { endpoint } = await stand.create();
  const inQuery = `${WEBHOOKS}/${endpoint.id}/deliveries?cursor=${encodeURIComponent('a\0b')}`;
  expect((await stand.ask('GET', inQuery)).status).toBe(400);
  expect((await stand.ask('GET', '/teams/a%00b/webhooks')).status).toBe(404);
  expect((await stand.ask('DELETE', `${WEBHOOKS}/a%00b`)).status).toBe(404);
  expect(await stand.db.endpoint.count()).toBe(1);
  await stand.ask('DELETE', `${WEBHOOKS}/${endpoint.id}`);
});

test('what the contract does not allow is refused with the member, and nothing is stored', async () => {
  const wanted = { environment: 'test', url: stand.receiver.url, eventType: 'block.new' };
  for (const [member, more] of [
    ['description', { description: 'x'.repeat(201) }],
    ['url', { url: '' }],
    ['environment', { environment: 'main' }],
    ['operation', { operation: 'x'.repeat(65_537) }],
  ] as const) {
    const { status, body } = await stand.ask('POST', WEBHOOKS, { ...wanted, ...more });
    expect([status, body]).toMatchObject([400, { error: { fields: { [member]: expect.any(String) } } }]);
  }
  expect((await stand.ask('POST', WEBHOOKS, { ...wanted, more: 1 })).status).toBe(400);
  expect((await stand.ask('POST', `${WEBHOOKS}/${randomUUID()}/replay`, {})).status).toBe(400);
  expect(await stand.db.endpoint.count()).toBe(0);
});
