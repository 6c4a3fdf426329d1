import { describeError } from '@ledgergraph/service-kit/logger';
import { openDatabase, type TestDatabase } from './open-database.ts';

const SECRET = 'Xq7Hush';
let database: TestDatabase;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

async function errorOf(query: () => PromiseLike<unknown>): Promise<Error> {
  try {
    await query();
  } catch (error) {
    return error as Error;
  }
  throw new Error('the query did not fail');
}

test('an error of the database is logged without the values of its statement', async () => {
  const { db } = database;
  const errors = [
    await errorOf(() => db.$queryRawUnsafe('SELECT $1::text::integer', SECRET)),
    await errorOf(() => db.$queryRawUnsafe('SELECT $1::text::uuid', SECRET)),
    new Error(`could not read ${SECRET.slice(0, 0)}`, {
      cause: await errorOf(() => db.$queryRawUnsafe('SELECT $1::text::bigint', SECRET)),
    }),
  ];
  // The unscrubbed errors contain it, so the test would notice a change.
  expect(errors.filter(({ message, stack }) => `${message}${stack}`.includes(SECRET)).length).toBeGreaterThan(1);
  for (const error of errors) {
    const logged = JSON.stringify(describeError(error));
    expect(logged).not.toContain(SECRET);
    expect(logged).toContain('.ts:');
  }
});

test('other errors are logged as they are', () => {
  expect(describeError(new Error('no chain "x"'))).toMatchObject({ type: 'Error', message: 'no chain "x"' });
});
