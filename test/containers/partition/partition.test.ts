import type { GraphqlAnswer } from '@ledgergraph/test-kit/client';
import type { StackClient } from '@ledgergraph/test-kit/stack';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { connect } from '../stack/client.ts';
import { hosts } from '../stack/hosts.ts';

const DATABASE = 'postgres-identities';
const SOME_IDENTITY = '{ identities(limit: 1, asOf: {height: 300}) { identities { identityAddress } } }';
/** Both may be null: a missing subgraph costs its own field only. */
const WHOLE = `query ($address: String!, $height: BigInt!) {
  block(height: $height) { height }
  currency(currency: "VRSCTEST") { name }
  identity(identity: $address) { friendlyName }
}`;

let stack: StackClient;
beforeAll(() => {
  stack = connect();
});

test('a subgraph cut off from its database costs its own fields only, reports a code, and answers again when the network is back', async () => {
  const { data, errors } = await stack.query('test', SOME_IDENTITY);
  expect(errors).toEqual([]);
  const address = data.identities.identities[0].identityAddress;
  let height = 0;
  const ask = async (): Promise<GraphqlAnswer> => {
    // Another height each time keeps the gateway from answering from its cache.
    height += 1;
    const { data, ...answer } = await stack.query('test', WHOLE, { address, height: String(height) });
    const { block: _, ...rest } = data ?? {};
    return { ...answer, data: rest };
  };
  const before = await ask();
  expect(before.errors).toEqual([]);
  const plugIn = await hosts.cutOff(DATABASE);
  try {
    const during = await waitFor(
      async () => {
        const answer = await ask();
        return answer.errors.length > 0 && answer;
      },
      { what: 'the identities to be missing' },
    );
    expect(during.data).toEqual({ ...before.data, identity: null });
    const codes = new Set(during.errors.map(({ extensions }) => extensions.code));
    expect(['SUBGRAPH_TIMEOUT', 'SUBGRAPH_UNAVAILABLE']).toEqual(expect.arrayContaining([...codes]));
  } finally {
    await plugIn();
  }
  const after = await waitFor(
    async () => {
      const answer = await ask();
      return answer.errors.length === 0 && answer;
    },
    { what: 'the identities to be back' },
  );
  expect(after.data).toEqual(before.data);
});
