import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { isJsonObject, type JsonObject, type JsonValue } from '@ledgergraph/verus-protocol/lossless-json';
import { followRecording } from './follow-recording.ts';
import { openDatabase } from './open-database.ts';
import { openApi } from './query-api.ts';

const BLOCK_FIELDS = `chainId height hash previousHash nextHash timestamp time txCount size version merkleRoot bits difficulty
  chainWork validation reward confirmations isFinal producer { chainId address }`;
const TRANSACTION_FIELDS = `txid blockHeight timestamp confirmations index version lockTime expiryHeight isCoinbase valueIn valueOut fee inputCount outputCount
  block { hash }
  vin(limit: 100) { inputs { index coinbase txid vout sequence address value currencyValues { currencyId amount satoshis currency { chainId currencyId } } } }
  vout(limit: 100) { outputs { index value satoshis scriptType kind addresses spendable spentBy { txid index blockHeight }
    currencyValues { currencyId amount satoshis currency { chainId currencyId } } } }`;

const text = (value: JsonValue | undefined): string => String(value);
const number = (value: JsonValue | undefined): number => Number(text(value));
const list = (value: JsonValue | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);
const object = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});
const coins = (satoshis: bigint): string => {
  const digits = satoshis.toString().padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
};
const instant = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

async function openSynced(name: 'vrsctest-a' | 'pchain-a') {
  const database = await openDatabase();
  const follower = await followRecording(name, database.db, 'end');
  while ((await follower.step()) !== 'at-tip');
  const api = await openApi(database.db);
  const environment = name === 'pchain-a' ? ('MAINNET' as const) : ('TESTNET' as const);
  return {
    chainId: follower.chainId,
    query: (query: string, variables: object = {}) => api.query(query, variables, { environment }),
    close: async () => {
      await api.close();
      await follower.close();
      await database.close();
    },
  };
}

test.each([
  ['vrsctest-a', 567],
  ['pchain-a', 520],
] as const)('%s: every field of every block agrees with getblock', async (name, finalizedHeight) => {
  const synced = await openSynced(name);
  const recorded = Array.from(readRecording(recordingDir(name)).blocks());
  let cursor: string | null = null;
  const answered: Record<string, unknown>[] = [];
  do {
    const page = await synced.query(
      `query ($cursor: String) { blocks(order: ASC, limit: 100, cursor: $cursor) { totalCount hasMore nextCursor blocks { ${BLOCK_FIELDS} } } }`,
      { cursor },
    );
    expect(page.errors).toBeUndefined();
    expect(page.data.blocks.totalCount).toBe(recorded.length);
    answered.push(...page.data.blocks.blocks);
    cursor = page.data.blocks.nextCursor;
    expect(page.data.blocks.hasMore).toBe(cursor !== null);
  } while (cursor !== null);

  const expected = recorded.map(({ block }) => {
    const height = number(block.height);
    const coinbase = list(block.tx)[0];
    const producer = block.posrewarddest ?? object(list(object(coinbase).vout)[0]?.scriptPubKey).addresses;
    const address = Array.isArray(producer) ? text(producer[0]) : text(producer);
    const reward = list(object(coinbase).vout).reduce((sum, vout) => sum + BigInt(text(vout.valueSat)), 0n);
    return {
      chainId: synced.chainId,
      height,
      hash: block.hash,
      previousHash: block.previousblockhash ?? null,
      nextHash: block.nextblockhash ?? null,
      timestamp: instant(number(block.time)),
      time: number(block.time),
      txCount: list(block.tx).length,
      size: number(block.size),
      version: number(block.version),
      merkleRoot: block.merkleroot,
      bits: block.bits,
      difficulty: number(block.difficulty),
      chainWork: block.chainwork,
      validation: text(block.validationtype).toUpperCase(),
      reward: coins(reward),
      confirmations: recorded.length - height,
      isFinal: height <= finalizedHeight,
      producer: { chainId: synced.chainId, address },
    };
  });
  expect(answered).toEqual(expected);
  await synced.close();
});

test.each(['vrsctest-a', 'pchain-a'] as const)('%s: every transaction agrees with getblock', async (name) => {
  const synced = await openSynced(name);
  const outputs = new Map<string, JsonObject>();
  const tip = Array.from(readRecording(recordingDir(name)).blocks()).length - 1;
  for (const { height, hash, block } of readRecording(recordingDir(name)).blocks()) {
    const answer = await synced.query(
      `query ($hash: String!) { block(hash: $hash) { transactions(limit: 100) { totalCount transactions { ${TRANSACTION_FIELDS} } } } }`,
      { hash },
    );
    expect(answer.errors).toBeUndefined();
    const { totalCount, transactions } = answer.data.block.transactions;
    expect(totalCount).toBe(list(block.tx).length);
    expect(transactions).toEqual(
      list(block.tx).map((tx, index) =>
        expectedTransaction(synced.chainId, tx, index, { height, hash, tip, time: number(block.time) }, outputs),
      ),
    );
  }
  await synced.close();
});

function expectedTransaction(
  chainId: string,
  tx: JsonObject,
  index: number,
  block: { height: number; hash: string; tip: number; time: number },
  outputs: Map<string, JsonObject>,
) {
  const vin = list(tx.vin);
  const vout = list(tx.vout);
  for (const output of vout) outputs.set(`${text(tx.txid)}:${text(output.n)}`, output);
  const valueIn = vin.reduce((sum, input) => sum + BigInt(text(input.valueSat ?? '0')), 0n);
  const valueOut = vout.reduce((sum, output) => sum + BigInt(text(output.valueSat)), 0n);
  const isImport = vout.some((output) => object(output.scriptPubKey).crosschainimport !== undefined);
  const fee = valueIn - valueOut + BigInt(text(tx.valueBalanceZat ?? '0'));
  return {
    txid: tx.txid,
    blockHeight: block.height,
    timestamp: instant(block.time),
    confirmations: block.tip - block.height + 1,
    index,
    version: number(tx.version),
    lockTime: number(tx.locktime),
    expiryHeight: tx.expiryheight === undefined ? null : number(tx.expiryheight),
    isCoinbase: index === 0,
    valueIn: index === 0 ? null : coins(valueIn),
    valueOut: coins(valueOut),
    fee: index === 0 || isImport ? null : coins(fee),
    inputCount: vin.length,
    outputCount: vout.length,
    block: { hash: block.hash },
    vin: { inputs: vin.slice(0, 100).map((input, position) => expectedInput(chainId, input, position, outputs)) },
    vout: { outputs: vout.slice(0, 100).map((output) => expectedOutput(chainId, output)) },
  };
}

function expectedInput(chainId: string, input: JsonObject, index: number, outputs: Map<string, JsonObject>) {
  const sequence = number(input.sequence);
  if (input.coinbase !== undefined) {
    const nothing = { txid: null, vout: null, address: null, value: null, currencyValues: [] };
    return { index, coinbase: input.coinbase, sequence, ...nothing };
  }
  const output = object(outputs.get(`${text(input.txid)}:${text(input.vout)}`));
  const spent = object(output.scriptPubKey);
  return {
    index,
    coinbase: null,
    txid: input.txid,
    vout: number(input.vout),
    sequence,
    address: Array.isArray(spent.addresses) ? spent.addresses[0] : null,
    value: coins(BigInt(text(input.valueSat))),
    currencyValues: expectedTokens(chainId, spent),
  };
}

const PLAIN_MEMBERS = ['type', 'spendableoutput', 'reserve_balance', 'reqSigs', 'addresses', 'asm', 'hex', 'vdxftag'];

function expectedOutput(chainId: string, output: JsonObject) {
  const script = object(output.scriptPubKey);
  const member = Object.keys(script).find((name) => !PLAIN_MEMBERS.includes(name)) ?? null;
  // A payment to an identity is a plain output.
  const kind = member === 'evalnone' ? null : member;
  return {
    index: number(output.n),
    value: coins(BigInt(text(output.valueSat))),
    satoshis: text(output.valueSat),
    scriptType: script.type,
    kind,
    addresses: [...new Set(Array.isArray(script.addresses) ? script.addresses : [])],
    spendable: script.spendableoutput,
    spentBy:
      output.spentTxId === undefined
        ? null
        : { txid: output.spentTxId, index: number(output.spentIndex), blockHeight: number(output.spentHeight) },
    currencyValues: expectedTokens(chainId, script),
  };
}

/** By name only: normalize-block.test.ts proves the ids against all balances. */
function expectedTokens(chainId: string, script: JsonObject) {
  return Object.entries(object(script.reserve_balance))
    .filter(([, amount]) => Number(text(amount)) !== 0)
    .map(([, amount]) => ({
      currencyId: expect.stringMatching(/^i/),
      amount: text(amount),
      satoshis: BigInt(text(amount).replace('.', '')).toString(),
      currency: { chainId, currencyId: expect.stringMatching(/^i/) },
    }));
}
