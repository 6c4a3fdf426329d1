import type { WebhookType } from '@ledgergraph/graph-kit/webhook-types';
import { until } from './until.ts';
import { startWebhooks } from './webhook-stand.ts';

// A type that this service does not name works like the others.

const TOLL: WebhookType = {
  name: 'toll.paid',
  description: 'A toll was paid.',
  subgraph: 'tolls',
  field: 'tolls',
  operation: 'subscription ($gate: String) { tolls(gate: $gate) { __typename } }',
  variables: [
    { name: 'gate', description: 'the gate', isRequired: true, isList: false },
    {
      name: 'least',
      description: 'coins',
      isRequired: false,
      isList: false,
      pattern: '^[0-9.]+$',
      fault: 'least is coins',
    },
  ],
  isOfRemovals: false,
  where: 'options.least == null || compare(event.paid, options.least) >= 0',
};

let stand: Awaited<ReturnType<typeof startWebhooks>>;
beforeEach(async () => {
  stand = await startWebhooks();
  stand.gateway.webhookTypes = { types: [TOLL], poolFields: [] };
});
afterEach(() => stand.stop());

const wanted = (variables: Record<string, unknown>) =>
  stand.create({ source: { eventType: 'toll.paid', operation: '', variables: variables as Record<string, never> } });
const pay = (height: number, paid: string) => stand.gateway.addEvent(height, { tolls: { blockHeight: height, paid } });
const delivered = () => stand.receiver.attempts.map(({ body }) => [body.type, body.data.tolls.paid]);

test('a type that a team declares delivers what its condition wants, with the owner’s options', async () => {
  await wanted({ gate: 'north', least: '2.5' });
  stand.work();
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  for (const [index, paid] of ['2.49999999', '2.50000000', '99999999999.00000000'].entries()) pay(index + 1, paid);
  const all = [
    ['toll.paid', '2.50000000'],
    ['toll.paid', '99999999999.00000000'],
  ];
  await until(() => expect(delivered()).toEqual(all));
  const { body } = stand.gateway.requests.at(-1) ?? {};
  expect(body.variables).toEqual({ gate: 'north' });
});

test('its variables are checked as declared', async () => {
  await expect(wanted({})).rejects.toThrow('toll.paid needs gate: the gate.');
  await expect(wanted({ gate: 'north', least: 'all' })).rejects.toThrow('least is coins.');
  await expect(wanted({ gate: 'north', more: '1' })).rejects.toThrow('toll.paid has no variable "more".');
});

test('a graph with another declaration is followed without a restart, and loses no event', async () => {
  await wanted({ gate: 'north' });
  stand.work();
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  pay(1, '1.00000000');
  await until(() => expect(delivered()).toHaveLength(1));
  stand.gateway.webhookTypes = { types: [{ ...TOLL, where: "event.paid == '3.00000000'" }], poolFields: [] };
  await until(async () =>
    expect((await stand.deps.types.current()).types.get('toll.paid')?.family.where).toContain('3.0'),
  );
  // The open stream notices only after the next event.
  pay(2, '2.00000000');
  await until(() => expect(delivered()).toHaveLength(2));
  pay(3, '2.00000000');
  pay(4, '3.00000000');
  const paid = ['1.00000000', '2.00000000', '3.00000000'];
  await until(() => expect(delivered()).toEqual(paid.map((one) => ['toll.paid', one])));
});
