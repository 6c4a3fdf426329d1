import { batchEntities } from './entity-batch.ts';
import { entitiesAt } from './entity-places.ts';
import type { FetchStep } from './plan-steps.ts';
import type { RepresentationShape } from './representation-shape.ts';
import { entityErrors } from './run-plan.ts';

const address: RepresentationShape = {
  typeName: 'Item',
  members: ['__typename', 'address', 'at'].map((name) => ({ name, opening: `"${name}":`, members: undefined })),
};
const at = (name: string, height: number | null = null) => ({
  __typename: 'Item',
  at: height,
  address: name,
  other: 1,
});

test('each entity is named once, by its key alone, in the order it first stood', () => {
  const batch = batchEntities([address], [at('Ra'), at('Rb'), { ...at('Ra'), other: 2 }, at('Ra', 7)]);
  expect(JSON.parse(batch.json)).toEqual([
    { __typename: 'Item', address: 'Ra', at: null },
    { __typename: 'Item', address: 'Rb', at: null },
    { __typename: 'Item', address: 'Ra', at: 7 },
  ]);
  expect(batch.asked).toEqual([0, 1, 2, 3]);
  expect(batch.representation).toEqual([0, 1, 0, 2]);
});

test('an entity of another type, or without a member of its key, is not fetched', () => {
  const { at: _, ...keyless } = at('Rb');
  const batch = batchEntities([address], [{ ...at('Ra'), __typename: 'Other' }, keyless, 'text', at('Rc')]);
  expect([batch.asked, batch.representation]).toEqual([[3], [0]]);
});

test('a member that objects inherit is no member', () => {
  const shape: RepresentationShape = {
    typeName: 'Item',
    members: [{ name: 'constructor', opening: '"constructor":', members: undefined }],
  };
  expect(batchEntities([shape], [{ __typename: 'Item' }]).asked).toEqual([]);
});

test('an error goes to every place of its entity, past those that were not asked for', () => {
  const data = {
    page: [{ by: null }, { by: { address: 'keyless' } }, { by: at('Ra') }, { by: at('Rb') }, { by: at('Ra') }],
  };
  const step = { path: ['page', '@', 'by'], operation: '{ _entities { __typename } }' } as unknown as FetchStep;
  const batch = batchEntities([address], entitiesAt(data, step.path));
  const error = { message: 'gone', path: ['_entities', 0, 'balance'], extensions: { code: 'NOT_FOUND' } };
  const errors = entityErrors(step, batch, { data: null, errors: [error] }, { data });
  expect(errors.map(({ path }) => path)).toEqual([
    ['page', 2, 'by', 'balance'],
    ['page', 4, 'by', 'balance'],
  ]);
});

test('a subgraph’s list where the plan has an object fails the operation, and the other way round', () => {
  expect(() => entitiesAt({ page: [{}] }, ['page', 'by'])).toThrow();
  expect(() => entitiesAt({ page: {} }, ['page', '@'])).toThrow();
  expect(entitiesAt({ page: null }, ['page', '@'])).toEqual([]);
});
