import { identityAddressOf } from '@ledgergraph/verus-protocol/name';
import type { GraphQLError } from 'graphql';
import type { ChainView } from './chain-view.ts';
import { findAddress, findId, findNamed, type NamedThings } from './name-arguments.ts';

const id = (...labels: string[]) => identityAddressOf([...labels, 'VRSCTEST']);
const DELTA = id('delta');
const OWN = id('delta', 'pchain');
const UNKNOWN = id('unknown');
const ADDRESS = 'RKZkmNUHyeif2okpjZ1zcizbEx75dCkyMy';

/** A chain below the root, where a name can mean two things. */
const view = { network: { name: 'pchain', rootName: 'VRSCTEST' } } as ChainView;

function things(known: Record<string, string>, more: Partial<NamedThings<string>> = {}): NamedThings<string> {
  return { kind: 'identity', find: async (one) => known[one] ?? null, nameOf: (name) => `${name}@`, ...more };
}

const named = (text: string) => ({ argument: 'identity', text });
const fault = async (read: Promise<unknown>): Promise<Pick<GraphQLError, 'message' | 'extensions'>> => {
  const error = await read.then(
    () => undefined,
    (refused: GraphQLError) => refused,
  );
  return { message: error?.message ?? '', extensions: error?.extensions ?? {} };
};

test('an id and a name find the same thing', async () => {
  for (const text of [DELTA, 'delta', 'DELTA@', 'delta.VRSCTEST@']) {
    expect(await findNamed(named(text), view, things({ [DELTA]: 'delta' }))).toBe('delta');
    expect(await findId(named(text), view, things({ [DELTA]: 'delta' }))).toBe(DELTA);
  }
  expect(await findAddress(named('delta@'), view, things({ [DELTA]: 'delta' }))).toBe(DELTA);
  expect(await findAddress(named(ADDRESS), view, things({}))).toBe(ADDRESS);
});

test('a filter takes an id that nothing has', async () => {
  expect(await findId(named(UNKNOWN), view, things({}))).toBe(UNKNOWN);
});

test('a name that names nothing is NOT_FOUND by every way, with the names that are near', async () => {
  const suggest = async (text: string) => [`${text}a@`];
  const message = 'no identity delt on pchain. Did you mean delta@?';
  for (const read of [
    findNamed(named('delt'), view, things({}, { suggest })),
    findId(named('delt'), view, things({}, { suggest })),
  ]) {
    expect(await fault(read)).toEqual({ message, extensions: { code: 'NOT_FOUND' } });
  }
  // An id is no name that could be mistyped.
  const unknown = await fault(findNamed(named(UNKNOWN), view, things({}, { suggest })));
  expect(unknown.message).not.toMatch(/Did you mean/);
});

test('a name of two things is AMBIGUOUS_NAME, and the longer name distinguishes them', async () => {
  const both = things({ [DELTA]: 'delta', [OWN]: 'delta.pchain' });
  expect((await fault(findId(named('delta'), view, both))).extensions).toEqual({
    code: 'AMBIGUOUS_NAME',
    candidates: ['delta@', 'delta.pchain@'],
  });
  expect(await findId(named('delta.pchain'), view, both)).toBe(OWN);
});

test('a service that knows some things alone takes a name of which it has nothing', async () => {
  expect(await findId(named('delta'), view, things({ [OWN]: 'own' }, { isPartial: true }))).toBe(OWN);
  expect(await findId(named('delta'), view, things({}, { isPartial: true }))).toBe(DELTA);
});

test('a text that can be no name is a VALIDATION_ERROR of its argument', async () => {
  const { extensions } = await fault(findId(named('two..dots'), view, things({})));
  expect(extensions).toEqual({ code: 'VALIDATION_ERROR', argument: 'identity' });
});
