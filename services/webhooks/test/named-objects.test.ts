import type { Json } from '#/gateway/json.ts';
import { until } from './until.ts';
import { startWebhooks, type WebhookStand } from './webhook-stand.ts';

// Conditions and streams compare ids: a name becomes one when a webhook is saved, and stays it.

const ID = 'iAx1W8q8co23QnA9S5TfxYK2XKUMNpKMDB';
const KEY = 'RQNubqaaLM3oBWoaB8xMAhHjRXwrEPNgo7';
const OTHER = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const COMPARING = [
  ...['address.received', 'address.sent', 'address.balance_changed', 'address.pending'],
  ...['currency.conversion', 'transfer.settled', 'transfer.refunded', 'offer.taken'],
];

let stand: WebhookStand;
let known: Map<string, string>;
beforeEach(async () => {
  stand = await startWebhooks();
  known = new Map([
    ['basket1', ID],
    ['delta@', OTHER],
  ]);
  stand.gateway.onQuery = ({ variables: { names } }: Json) => {
    const fault = (name: string, path: number) => ({
      message: name.includes('/') ? `names: ${name} is no name` : `no thing ${name} on VRSCTEST`,
      path: ['found', path],
      extensions: name.includes('/') ? { code: 'VALIDATION_ERROR', argument: 'names' } : { code: 'NOT_FOUND' },
    });
    const found = names.map((name: string) => (known.has(name) ? { id: known.get(name) } : null));
    const errors = names.flatMap((name: string, index: number) => (known.has(name) ? [] : [fault(name, index)]));
    return { data: { found }, ...(errors.length > 0 && { errors }) };
  };
});
afterEach(() => stand.stop());

const questions = () => stand.gateway.requests.flatMap(({ body }) => (body.variables?.names ? [body.variables] : []));
const stored = async () => (await stand.db.endpoint.findFirstOrThrow()).variables;
const source = (eventType: string, variables: Json) => ({ eventType, operation: '', variables });

test('every variable of the types that means a thing takes names, and conditions compare its ids', async () => {
  const { types } = await stand.deps.types.current();
  const families = [...new Set([...types.values()].map(({ family }) => family))];
  const named = families.flatMap(({ variables }) => variables.filter(({ objects }) => objects?.named));
  expect(new Set(named.map(({ name }) => name))).toEqual(
    new Set(['addresses', 'identities', 'currencies', 'baskets', 'currency']),
  );
  const comparing = families.filter(({ where }) => where?.includes('options.currency'));
  expect(comparing.map(({ name }) => name).sort()).toEqual([...COMPARING].sort());
});

test.each(COMPARING)('%s: names are asked about with the key of webhooks, and their ids are stored', async (type) => {
  const things = type === 'currency.conversion' ? { baskets: [ID, 'basket1'] } : { addresses: [KEY, 'delta@', OTHER] };
  const resolved = type === 'currency.conversion' ? { baskets: [ID] } : { addresses: [KEY, OTHER] };
  await stand.create({ source: source(type, { ...things, chainId: 'VRSCTEST', currency: 'basket1' }) });
  expect(await stored()).toEqual({ ...resolved, chainId: 'VRSCTEST', currency: ID });
  const names = type === 'currency.conversion' ? ['basket1'] : ['delta@'];
  expect(questions()).toEqual([
    { chainId: 'VRSCTEST', names },
    { chainId: 'VRSCTEST', names: ['basket1'] },
  ]);
});

test.each([
  [{ addresses: [KEY], currency: 'bsaket1' }, 'currency: no thing bsaket1 on VRSCTEST.'],
  [{ addresses: [KEY], currency: 'a/b' }, 'currency: a/b is no name.'],
  [{ addresses: [KEY], currency: 7 }, 'currency is an id or a name.'],
  [{ addresses: [KEY], currency: ['basket1', ID] }, 'currency is an id or a name.'],
  [{ addresses: [KEY, 'delta@', 'detla@'] }, 'addresses[2]: no thing detla@ on VRSCTEST.'],
])('what names nothing is refused with the reason, and nothing is stored: %j', async (variables, message) => {
  await expect(stand.create({ source: source('address.sent', variables) })).rejects.toMatchObject({
    code: 'INVALID',
    message,
  });
  expect(await stand.db.endpoint.count()).toBe(0);
});

test('a name keeps its id when something else is registered, and follows a change of the variables alone', async () => {
  const { endpoint } = await stand.create({ source: source('address.received', { addresses: ['delta@'] }) });
  known.set('delta@', ID);
  stand.work();
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  expect(stand.gateway.requests.at(-1)?.body.variables).toEqual({ addresses: [OTHER] });
  const path = `/teams/${endpoint.teamId}/webhooks/${endpoint.id}`;
  const change = (variables: Json) => stand.ask('PATCH', path, { variables });
  expect((await change({ addresses: ['detla@'] })).body.error.message).toBe(
    'addresses[0]: no thing detla@ on VRSCTEST.',
  );
  expect(await stored()).toEqual({ addresses: [OTHER] });
  expect((await change({ addresses: ['delta@'] })).body.variables).toEqual({ addresses: [ID] });
  expect(await stored()).toEqual({ addresses: [ID] });
});

test('more than a thousand values are not asked about, and a webhook with a mistyped id is not made', async () => {
  const addresses = Array.from({ length: 1_001 }, (_, index) => `name${index}@`);
  stand.gateway.refusal = { code: 'VALIDATION_ERROR', message: 'addresses takes 1 to 1000 values' };
  await expect(stand.create({ source: source('address.received', { addresses }) })).rejects.toMatchObject({
    code: 'INVALID',
    message: 'addresses takes 1 to 1000 values',
  });
  expect(questions()).toEqual([]);
  const variables = { addresses: [KEY, ID.replace(/.$/, 'C')] };
  stand.gateway.refusal = { code: 'VALIDATION_ERROR', message: 'the checksum is wrong' };
  await expect(stand.create({ source: source('address.received', variables) })).rejects.toMatchObject({
    code: 'INVALID',
  });
  expect(await stand.db.endpoint.count()).toBe(0);
});
