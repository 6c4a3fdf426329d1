import { TIME_LEFT_HEADER } from '@ledgergraph/graph-kit/request-headers';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { TEST_CHAIN } from './gateway-stand.ts';
import { standForFile } from './stand-for-file.ts';

const QUERY = '{ blocks { blocks { height producer { balance } } } }';
const answered = JSON.stringify({
  data: {
    blocks: {
      blocks: [{ height: 1, producer: { __typename: 'Address', chainId: TEST_CHAIN, address: 'Ra', at: null } }],
    },
  },
});

const stand = standForFile({ operationTimeoutMs: 1_000 });

test('an operation ends at its deadline: what is there is answered, what is not is SUBGRAPH_TIMEOUT, and its fetch is aborted', async () => {
  stand.subgraphs.blocks.intercept = (_request, response) => Boolean(response.end(answered));
  let isAborted = false;
  stand.subgraphs.addresses.intercept = (_request, response) => {
    response.once('close', () => {
      isAborted = true;
    });
    return true;
  };
  const { status, body } = await stand.query(QUERY);
  expect(status).toBe(200);
  expect(body.data).toEqual({ blocks: { blocks: [{ height: 1, producer: null }] } });
  expect(body.errors?.map(({ path, extensions }) => [path?.join('.'), extensions.code])).toEqual([
    ['blocks.blocks.0.producer.balance', 'SUBGRAPH_TIMEOUT'],
  ]);
  await waitFor(() => isAborted, { what: 'the fetch to be aborted' });
});

test('each subgraph gets the time that is left, and no subgraph is asked when none is', async () => {
  let answer: () => void = () => {};
  stand.subgraphs.blocks.intercept = (_request, response) => {
    answer = () => response.end(answered);
    return true;
  };
  const { body } = await stand.query(QUERY);
  answer();
  expect(body.errors?.map(({ extensions }) => extensions.code)).toEqual(['SUBGRAPH_TIMEOUT']);
  const timesLeft = stand.requests().map(({ headers }) => Number(headers[TIME_LEFT_HEADER]));
  expect(timesLeft).toHaveLength(1);
  expect(timesLeft[0]).toBeGreaterThan(0);
  expect(timesLeft[0]).toBeLessThanOrEqual(1_000);
});
