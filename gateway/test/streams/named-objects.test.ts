import { readFileSync } from 'node:fs';
import { readEventFields } from '#/events/event-fields.ts';
import { setPool } from './pending-setting.ts';

// Anything but an id is refused: no event would ever be of it, and nothing would show that.

const ADDRESS = 'R9NVxTj2ewfiTUzAfn7FSsq9kxNt6fjaaZ';
const ID = 'iAx1W8q8co23QnA9S5TfxYK2XKUMNpKMDB';
const FIELDS = [
  ['addressActivity', 'addresses'],
  ['pendingChanges', 'addresses'],
  ['identityChanges', 'identityAddresses'],
  ['currencyChanges', 'currencyIds'],
  ['conversions', 'basketIds'],
  ['transferChanges', 'addresses'],
  ['offerChanges', 'addresses'],
] as const;

const { subscribe: open } = setPool();

const subscribe = (field: string, argument: string, ids: string[]) =>
  open({ query: `subscription { ${field}(${argument}: ${JSON.stringify(ids)}) { __typename } }` });

async function refusalOf(field: string, argument: string, ids: string[]): Promise<unknown> {
  const reason = await subscribe(field, argument, ids).then(() => 'the stream was opened', String);
  return JSON.parse(reason.slice(reason.indexOf('{'))).errors[0];
}

test('the subscriptions that name objects are those of the graph', () => {
  const declared = readEventFields(readFileSync(new URL('../../supergraph.graphql', import.meta.url), 'utf8'));
  const named = [...declared.values()].flatMap(({ name, ids }) => (ids === undefined ? [] : [[name, ids]]));
  expect(named.sort()).toEqual([...FIELDS].sort());
});

test.each(FIELDS)('%s of a name is refused with the queries that give its id', async (field, argument) => {
  expect(await refusalOf(field, argument, [ID, 'delta@'])).toMatchObject({
    message: expect.stringMatching(
      /^\w+\[1\]: delta@ is no .*currency\(currency: "delta@"\) \{ currencyId \} or identity\(identity: "delta@"\) \{ identityAddress \}$/,
    ),
    extensions: { code: 'VALIDATION_ERROR', argument },
  });
});

test.each(FIELDS)('%s of a mistyped id is refused with the reason', async (field, argument) => {
  const mistyped = ID.replace(/.$/, 'C');
  expect(await refusalOf(field, argument, [mistyped])).toMatchObject({
    message: expect.not.stringContaining('name:'),
    extensions: { code: 'VALIDATION_ERROR', argument },
  });
  expect(await refusalOf(field, argument, [mistyped])).toMatchObject({ message: expect.stringContaining('checksum') });
});

test.each(FIELDS)('%s takes an id, and an address where something of it can happen', async (field, argument) => {
  await subscribe(field, argument, [ID]);
  if (argument === 'addresses') {
    await subscribe(field, argument, [ADDRESS, ID]);
    return;
  }
  expect(await refusalOf(field, argument, [ADDRESS])).toMatchObject({
    message: `${argument}[0]: ${ADDRESS} is an address, and not an i-address`,
    extensions: { code: 'VALIDATION_ERROR', argument },
  });
});
