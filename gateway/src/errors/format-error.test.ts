import { GraphQLError } from 'graphql';
import { formatError } from './format-error.ts';

const masked = { message: expect.stringContaining('Internal error'), extensions: { code: 'INTERNAL_SERVER_ERROR' } };

test.each([
  ['no code', {}],
  ['an unpublished code', { code: 'DOWNSTREAM_SERVICE_ERROR' }],
  ['a code that is no text', { code: { a: 1 } }],
  ['PIN_LOST, which stays inside', { code: 'PIN_LOST' }],
])('%s leaves masked', (_what, extensions) => {
  expect(formatError({ message: 'at db-1:5432', extensions }, new Error('x'))).toEqual(masked);
});

test('only listed extensions leave', () => {
  const extensions = {
    code: 'VALIDATION_ERROR',
    argument: 'limit',
    serviceName: 'blocks',
    stacktrace: ['x'],
    response: {},
  };
  const formatted = {
    message: 'limit must be from 1 to 100',
    path: ['blocks'],
    locations: [{ line: 1, column: 3 }],
    extensions,
  };
  expect(formatError(formatted, new GraphQLError('x'))).toEqual({
    ...formatted,
    extensions: { code: 'VALIDATION_ERROR', argument: 'limit' },
  });
});

test.each([
  [['blocks', '@', 'producer', '_entities'], ['blocks']],
  [['_entities', 0, 'balance'], []],
  [
    ['blocks', 0, 'hash'],
    ['blocks', 0, 'hash'],
  ],
])('the path %j is the client’s up to the plan’s own steps', (path, expected) => {
  expect(formatError({ message: 'm', path, extensions: { code: 'NOT_FOUND' } }, undefined).path).toEqual(expected);
});
