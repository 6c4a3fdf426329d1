import { type JsonValue, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import type { Values } from '#/gateway/gateway-client.ts';
import { type Json, writeJson } from '../../json.ts';
import { type Call, ListInObject } from '../../method.ts';
import { IDENTITIES } from './methods.ts';

const ID = 'iAx1W8q8co23QnA9S5TfxYK2XKUMNpKMDB';
const SHOP = 'iKWf8naLYFEBQL8vHNyBbEs3dt5SbMkCZv';
const KEY = 'iBAqhejZsVvbbMYZTRh4sNbGcD9WDMsHUa';
const FIRST = `${'0'.repeat(62)}02`;
const LAST = `${'0'.repeat(62)}01`;

const payload = (content: string, flags = 0, parent = SHOP): string =>
  `{"version":3,"flags":${flags},"primaryaddresses":[],"minimumsignatures":1,"name":"Delta","identityaddress":"${ID}",` +
  `"parent":"${parent}","systemid":"${SHOP}","contentmap":{},"contentmultimap":${content},"revocationauthority":"${ID}",` +
  `"recoveryauthority":"${ID}","timelock":0}`;

const REGISTERED: Values = {
  identityAddress: ID,
  name: 'delta',
  friendlyName: 'delta.shop@',
  fullyQualifiedName: 'delta.shop.VRSC@',
  status: 'ACTIVE',
  verusJson: payload('{}'),
  blockHeight: 7,
  txid: 'a',
  vout: 0,
};

const output = (index: number, text: string | null, spentByPending: string | null = null): Values => ({
  index,
  kind: text === null ? null : 'identityprimary',
  payload: text,
  spentByPending,
});
const page = (name: string, items: Values[], nextCursor: string | null = null): Values => ({
  [name]: items,
  nextCursor,
});
const addressOf = (...transactions: Values[]): Values => ({
  pending: { transactions: page('transactions', transactions) },
});

/** Answers by the name of the operation, each in turn. */
async function ask(method: string, params: string, answers: Record<string, Values[]>): Promise<JsonValue> {
  const asked: string[] = [];
  const call = {
    params: parseLossless(params),
    chain: 'VRSC',
    keep: () => {},
    block: async () => ({ chainId: 'iV', height: 9, hash: 'h' }),
    charge: async () => {},
    ask: async (query: string, variables: Values) => {
      const operation = /^query (\w+)/.exec(query)?.[1] ?? '';
      asked.push(`${operation} ${JSON.stringify(variables)}`);
      const data = answers[operation]?.shift();
      if (data === undefined) throw new Error(`not expected: ${asked.at(-1)}`);
      return data;
    },
  } as unknown as Call;
  const answer = await IDENTITIES.find(({ name }) => name === method)?.run(call);
  expect(Object.values(answers).flat()).toEqual([]);
  if (!(answer instanceof ListInObject)) return parseLossless(writeJson(answer as never));
  const values: Json[] = [];
  for await (const value of answer.values) values.push(value);
  return parseLossless(writeJson({ ...answer.others, [answer.name]: values }));
}

test('the newest pending change is the state, on whatever page its output is', async () => {
  const last = { txid: LAST, vout: page('outputs', [output(0, null)], 'more') };
  const first = { txid: FIRST, vout: page('outputs', [output(1, payload('{}'), LAST)]) };
  const rest = page('outputs', [output(50, payload('{}', 0x80_00))]);
  const answers = {
    RpcIdentity: [{ identity: REGISTERED, address: addressOf(last, first) }],
    RpcPendingOutputs: [{ transactionStatus: { pending: { vout: rest } } }],
  };
  expect(await ask('getidentity', `["${ID}",-1]`, answers)).toMatchObject({
    friendlyname: 'Delta.shop@',
    fullyqualifiedname: 'Delta.shop.VRSC@',
    status: 'revoked',
    blockheight: parseLossless('4294967295'),
    txid: LAST,
    vout: parseLossless('50'),
  });
});

test('an identity that is in no block yet has the names of its parent', async () => {
  const answers = {
    RpcIdentity: [
      { identity: null, address: addressOf({ txid: LAST, vout: page('outputs', [output(0, payload('{}'))]) }) },
    ],
    RpcParent: [{ currency: { friendlyName: 'shop', fullyQualifiedName: 'shop.VRSC' } }],
  };
  expect(await ask('getidentity', `["${ID}",-1]`, answers)).toMatchObject({
    friendlyname: 'Delta.shop@',
    fullyqualifiedname: 'Delta.shop.VRSC@',
  });
});

test('history ends with all pending changes, in the order of the bytes of their txids', async () => {
  const changes = [LAST, FIRST].map((txid) => ({ txid, vout: page('outputs', [output(0, payload('{}'))]) }));
  const version = { verusJson: payload('{}'), block: { hash: 'b' }, blockHeight: 7, txid: 'a', vout: 0 };
  const identity = { ...REGISTERED, history: page('versions', [version]) };
  const answers = { RpcIdentity: [{ identity, address: addressOf(...changes) }] };
  const { history } = (await ask('getidentityhistory', `["${ID}",0,-1]`, answers)) as { history: JsonValue };
  expect(history).toMatchObject([
    { blockhash: 'b', height: parseLossless('7'), output: { txid: 'a' } },
    { blockhash: '0'.repeat(64), height: parseLossless('0'), output: { txid: LAST } },
    { height: parseLossless('0'), output: { txid: FIRST } },
  ]);
});

test('content goes on with that of pending changes, of which a key chooses some', async () => {
  const write = (content: string): Values =>
    addressOf({ txid: LAST, vout: page('outputs', [output(0, payload(content))]) });
  const contentOf = async (content: string, ...choice: string[]) => {
    const identity = { ...REGISTERED, verusContent: `{"${KEY}":["01"]}` };
    const answers = {
      RpcIdentity: [{ identity, address: write(content) }],
      RpcNaming:
        choice.length === 0 ? [] : [{ network: { chainId: 'iV', nativeCurrency: { fullyQualifiedName: 'VRSC' } } }],
    };
    const params = [`"${ID}"`, '0', '-1', ...(choice.length === 0 ? [] : ['false', '0', ...choice])];
    const answer = await ask('getidentitycontent', `[${params.join()}]`, answers);
    expect(answer).toMatchObject({ fromheight: parseLossless('0'), toheight: parseLossless('10') });
    return (answer as { identity: { contentmultimap: JsonValue } }).identity.contentmultimap;
  };
  expect(await contentOf(`{"${KEY}":["02"]}`)).toEqual({ [KEY]: ['01', '02'] });
  expect(await contentOf(`{"${SHOP}":["02"]}`, `"${KEY}"`)).toEqual({ [KEY]: ['01'] });
});

test('content that a removal by hash decides comes from the node, as of the block that is read', async () => {
  const answers = {
    RpcIdentity: [{ identity: { ...REGISTERED, verusContent: null } }],
    RpcNodeAnswer: [{ nodeAnswer: { text: '{"toheight":9,"identity":{"a":1.0}}', error: null } }],
  };
  expect(await ask('getidentitycontent', `["iAx1W8q8co23QnA9S5TfxYK2XKUMNpKMDB",3,0]`, answers)).toEqual(
    parseLossless('{"toheight":10,"identity":{"a":1.0}}'),
  );
});
