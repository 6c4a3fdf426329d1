import { readServiceName } from './service-name.ts';

test('a name is what a package, a database and a GraphQL field take, and is not taken', () => {
  expect(readServiceName(['fees'], ['blocks'])).toEqual({ name: 'fees' });
  for (const args of [[], ['fees', 'more'], ['Fees'], ['2fees'], ['my-fees'], ['../fees'], ['f'], ['blocks']]) {
    expect(readServiceName(args, ['blocks'])).toEqual({ fault: expect.any(String) });
  }
});
