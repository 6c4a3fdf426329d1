import { nameOf, variablesOf } from './role-variables.ts';

const MARKETS = { name: 'markets-api', service: 'markets' };
const GATEWAY = { name: 'gateway', service: 'gateway' };

test.each([
  [{ PORT: '1' }, '1', 'PORT'],
  [{ PORT: '1', MARKETS_PORT: '2' }, '2', 'MARKETS_PORT'],
  [{ PORT: '1', MARKETS_PORT: '2', MARKETS_API_PORT: '3' }, '3', 'MARKETS_API_PORT'],
  [{ MARKETS_INDEXER_PORT: '4', ADDRESSES_PORT: '5' }, undefined, 'PORT'],
])('of %j a role reads %s as its port', (variables, value, name) => {
  expect(variablesOf(MARKETS, variables).PORT).toBe(value);
  expect(nameOf('PORT', MARKETS, variables)).toBe(name);
});

test('what Kubernetes sets for a Service is no setting of the role with its name', () => {
  const variables = { PORT: '4000', GATEWAY_PORT: 'tcp://10.0.0.7:4000' };
  expect(variablesOf(GATEWAY, variables).PORT).toBe('4000');
  expect(nameOf('PORT', GATEWAY, variables)).toBe('PORT');
});

test('variables whose names a file gives stay', () => {
  expect(variablesOf(MARKETS, { SOME_NODE_PASSWORD: 'x' })).toEqual({ SOME_NODE_PASSWORD: 'x' });
});
