import { parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import type { Values } from '#/gateway/gateway-client.ts';
import type { Json } from '../../json.ts';
import type { Call } from '../../method.ts';
import { ADDRESSES } from './methods.ts';

const ADDRESS = 'RS3NPmvjdrFC993Dw9o9TurMxQyiWSeQcn';
const BLOCK = { chainId: 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq', height: 9, hash: 'h' };

/** Values of the list, and what was charged and asked before each. */
async function* run(
  method: string,
  params: string,
  { rows, ask = () => ({}) }: { rows: readonly Values[]; ask?: (variables: Values) => Values },
) {
  const charged: number[] = [];
  const asked: Values[] = [];
  const call = {
    params: parseLossless(params),
    chain: 'VRSC',
    asOf: undefined,
    block: async () => BLOCK,
    charge: async (count: number) => void charged.push(count),
    ask: async (_: string, variables: Values) => {
      asked.push(variables);
      return ask(variables);
    },
    async *pages() {
      yield { items: rows, connection: {} };
    },
  } as unknown as Call;
  const list = (await ADDRESSES.find(({ name }) => name === method)?.run(call)) as AsyncIterable<Json>;
  for await (const value of list) yield { value, charged, asked };
}

const utxo = (vout: number): Values => ({
  foundBy: [ADDRESS],
  txid: 'a'.repeat(64),
  vout,
  script: '',
  satoshis: '1',
  blockHeight: '1',
  timestamp: '2026-01-01T00:00:00Z',
  currencyValues: [],
});

test('of an address that is asked for a thousand times the rows are made and paid one output at a time', async () => {
  const addresses = new Array(1_000).fill(ADDRESS);
  const params = JSON.stringify([{ addresses }]);
  for await (const { charged } of run('getaddressutxos', params, { rows: [utxo(0), utxo(1)] })) {
    expect(charged).toEqual([999]);
    return;
  }
  throw new Error('no row came');
});

const spend = (txid: string, inputIndex: number): Values => ({
  address: ADDRESS,
  txid,
  txIndex: 1,
  blockHeight: '1',
  timestamp: '2026-01-01T00:00:00Z',
  vout: null,
  spent: { inputIndex },
  satoshis: '-1',
  currencyValues: [],
});
const OUTPUT: Values = { addresses: [ADDRESS], script: '', satoshis: '1', currencyValues: [] };
const paid = ({ txids }: Values): Values => ({
  transactions: (txids as string[]).map((txid) => ({
    txid,
    valueIn: '1',
    valueOut: '1',
    fee: '0',
    vout: { nextCursor: null, outputs: [OUTPUT, OUTPUT, OUTPUT] },
  })),
});

test('payments are read for twenty transactions at a time, and each one that is repeated is charged', async () => {
  const txids = Array.from({ length: 45 }, (_, index) => index.toString(16).padStart(64, '0'));
  const rows = txids.flatMap((txid) => [spend(txid, 0), spend(txid, 1)]);
  const params = JSON.stringify([{ addresses: [ADDRESS], verbosity: 1 }]);
  const questions: number[] = [];
  let last: { charged: number[]; asked: Values[] } | undefined;
  for await (const row of run('getaddressdeltas', params, { rows, ask: paid })) {
    expect(row.value).toMatchObject({ spending: true, sent: { text: expect.stringContaining('0.00000003') } });
    questions.push(row.asked.length);
    last = row;
  }
  expect(questions).toHaveLength(90);
  expect(questions[0]).toBe(1);
  expect(last?.asked.map(({ txids: wanted }) => (wanted as string[]).length)).toEqual([20, 20, 4, 1]);
  // Once when they are read, and once for the second input.
  expect(last?.charged).toEqual(new Array(90).fill(3));
});
