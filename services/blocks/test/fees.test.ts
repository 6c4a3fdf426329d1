import { saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import { readRecording } from '@ledgergraph/recorded-node/recording';
import { announcedNetwork } from '@ledgergraph/test-kit/announced-network';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import {
  isJsonObject,
  type JsonObject,
  type LosslessNumber,
  stringifyLossless,
} from '@ledgergraph/verus-protocol/lossless-json';
import { decodeTransactionHex } from '@ledgergraph/verus-protocol/raw-transaction';
import { MEMPOOL_RECORDING, readMempoolEvents, readSendings } from './mempool-events.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';
import { openApi } from './query-api.ts';

const QUERY = `query ($transaction: MinimumFeeInput!) {
  minimumFee(transaction: $transaction) { fee requiredFee relayFee insideOutputs total }
}`;

let database: TestDatabase;
let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  database = await openDatabase();
  const announced = announcedNetwork('vrsctest-a', { hasDefinition: true });
  const answers = [...readRecording(MEMPOOL_RECORDING).answers()];
  const definition = answers.find(({ method, params }) => method === 'getcurrency' && params[0] === 'VRSCTEST')?.result;
  await saveNetwork(database.db, { ...announced, nativeDefinitionJson: stringifyLossless(definition ?? null) });
  api = await openApi(database.db);
});
afterAll(async () => {
  await api.close();
  await database.close();
});

async function ask(transaction: object) {
  const { data, errors } = await api.query(QUERY, { transaction });
  return errors?.[0] === undefined ? data.minimumFee : errors[0].extensions;
}

const coins = (value: unknown): string => (value as LosslessNumber).value;
const satoshis = (value: unknown): bigint => satoshisFromDecimalText(coins(value));

function readPool(): Map<string, { fee: bigint; outputs: JsonObject[] }> {
  const fees = new Map<string, bigint>();
  const pool = new Map<string, { fee: bigint; outputs: JsonObject[] }>();
  for (const { method, params, result } of readMempoolEvents()) {
    if (method === 'getrawmempool' && (params as unknown[])[0] === true && isJsonObject(result)) {
      for (const [txid, entry] of Object.entries(result)) fees.set(txid, satoshis((entry as JsonObject).fee));
    }
    if (method !== 'getrawtransaction' || !isJsonObject(result)) continue;
    const fee = fees.get(String(result.txid));
    if (fee !== undefined) pool.set(String(result.txid), { fee, outputs: result.vout as JsonObject[] });
  }
  return pool;
}

const script = (output: JsonObject | undefined): JsonObject => (output?.scriptPubKey ?? {}) as JsonObject;
const find = (outputs: readonly JsonObject[], kind: string) =>
  outputs.find((output) => script(output)[kind] !== undefined);

function describe(outputs: readonly JsonObject[]): { kind: string; transaction: object; inside: bigint } {
  const count = { outputs: outputs.length };
  const transfer = script(find(outputs, 'reservetransfer')).reservetransfer as JsonObject | undefined;
  if (transfer !== undefined)
    return { kind: 'conversion', transaction: { conversion: count }, inside: satoshis(transfer.fees) };
  if (find(outputs, 'currencydefinition') !== undefined) {
    const inside = satoshis(find(outputs, 'reservedeposit')?.value);
    return { kind: 'currencyDefinition', transaction: { currencyDefinition: count }, inside };
  }
  if (find(outputs, 'identityreservation') !== undefined) {
    return { kind: 'identityRegistration', transaction: { identityRegistration: count }, inside: 0n };
  }
  if (find(outputs, 'identityprimary') !== undefined) {
    // One entry of the content map, and one multimap entry of 200 bytes with its key and lengths.
    const content = { contentMapEntries: 1, contentMultimapBytes: 230 };
    return { kind: 'identityUpdate', transaction: { identityUpdate: { ...count, ...content } }, inside: 0n };
  }
  if (find(outputs, 'commitmenthash') !== undefined) {
    return { kind: 'nameCommitment', transaction: { nameCommitment: count }, inside: 0n };
  }
  const tokens = find(outputs, 'reserveoutput') !== undefined;
  return tokens
    ? { kind: 'tokenTransfer', transaction: { tokenTransfer: count }, inside: 0n }
    : { kind: 'payment', transaction: { payment: count }, inside: 0n };
}

test('what the wallet of the recorded node paid is the minimum, for each kind of transaction', async () => {
  const kinds = new Map<string, number>();
  const beside: bigint[] = [];
  for (const { fee, outputs } of readPool().values()) {
    const { kind, transaction, inside } = describe(outputs);
    const minimum = await ask(transaction);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    if (kind === 'payment' && fee !== satoshisFromDecimalText(minimum.fee)) {
      beside.push(fee);
      continue;
    }
    expect([kind, fee]).toEqual([kind, satoshisFromDecimalText(minimum.fee)]);
    // The wallet adds 10 satoshis to a conversion.
    const added = kind === 'conversion' ? 10n : 0n;
    expect([kind, inside - added]).toEqual([kind, satoshisFromDecimalText(minimum.insideOutputs)]);
  }
  // Made on purpose: no fee, 1 satoshi, and half the coin, all of which the node mined.
  expect(beside.sort((a, b) => Number(a - b))).toEqual([0n, 1n, 5_050_000_000n]);
  expect(Object.fromEntries(kinds)).toEqual({
    payment: 18,
    tokenTransfer: 1,
    conversion: 1,
    nameCommitment: 1,
    identityRegistration: 1,
    identityUpdate: 1,
    currencyDefinition: 1,
  });
});

test('the node that is asked refuses a fee only where it is negative or absurdly high', () => {
  const refused = readSendings().filter(({ error }) => /absurdly high|belowout/.test(error?.message ?? ''));
  expect(refused.map(({ action }) => action)).toEqual(['more out than in', 'fee of half the coin']);
  const accepted = readSendings().filter(
    ({ action, txid }) => txid !== null && /no fee|fee of 1 satoshi|10 satoshis/.test(action),
  );
  expect(accepted.map(({ action }) => action)).toEqual(['no fee', 'fee of 1 satoshi', '10 satoshis as one output']);
  const [least] = accepted
    .slice(-1)
    .map(({ params }) => decodeTransactionHex(String(params[0])).transaction.outputs[0]?.value);
  expect(least).toBe(10n);
});

test('further outputs, units and referrers add up', async () => {
  expect(await ask({ payment: { outputs: 3 } })).toMatchObject({ fee: '0.00010000', requiredFee: '0.00000000' });
  expect(await ask({ payment: { outputs: 17 } })).toMatchObject({ fee: '0.00150000', total: '0.00150000' });
  const units = { contentMapEntries: 2, contentMultimapBytes: 129, primaryAddresses: 3, privateAddresses: 2 };
  expect(await ask({ identityUpdate: { ...units, outputs: 4 } })).toMatchObject({ fee: '0.00080000' });
  expect(await ask({ identityRegistration: {} })).toMatchObject({ fee: '100.00000000', total: '100.00000000' });
  expect(await ask({ identityRegistration: { outputs: 6, referrers: 3 } })).toEqual({
    fee: '20.00000000',
    requiredFee: '20.00000000',
    relayFee: '0.00010000',
    insideOutputs: '60.00000000',
    total: '80.00000000',
  });
  expect(await ask({ identityRegistration: { isSubIdentity: true } })).toMatchObject({ fee: '0.02000000' });
  expect(await ask({ currencyDefinition: { defines: 'CHAIN' } })).toMatchObject({
    fee: '5000.00000000',
    insideOutputs: '5000.00000000',
    total: '10000.00000000',
    relayFee: '0.00050000',
  });
  expect(await ask({ currencyDefinition: { defines: 'IDENTITY_CONTROL' } })).toMatchObject({ total: '0.02000000' });
  expect(await ask({ conversion: { transfers: 2 } })).toMatchObject({ insideOutputs: '0.00040000' });
});

test('a transaction that cannot be meant is refused', async () => {
  const refusal = { code: 'VALIDATION_ERROR', argument: 'transaction' };
  const refused = [
    {},
    { payment: {}, conversion: {} },
    { payment: { outputs: 0 } },
    { identityUpdate: { contentMultimapBytes: 2_000_001 } },
    { identityRegistration: { referrers: 4 } },
    { identityRegistration: { referrers: 1, isSubIdentity: true } },
  ];
  for (const transaction of refused) expect(await ask(transaction)).toMatchObject(refusal);
});

test('the policy of a network gives the values of its own definition', async () => {
  const { data } = await api.query(`{ networks { feePolicy {
    transactionFee outputsIncluded furtherOutputFee largeScriptBytes largeScriptFee relayFeePerThousandBytes dustLimit transferFee
    identityUpdateUnitFee contentMultimapBytesPerUnit identityRegistrationFee referredIdentityRegistrationFee referralLevels
    referralShare identityImportFee currencyRegistrationFee chainRegistrationFee currencyImportFee
  } } }`);
  expect(data.networks[0].feePolicy).toEqual({
    transactionFee: '0.00010000',
    outputsIncluded: 3,
    furtherOutputFee: '0.00010000',
    largeScriptBytes: 2_000,
    largeScriptFee: '0.00010000',
    relayFeePerThousandBytes: '0.00000100',
    dustLimit: '0.00000054',
    transferFee: '0.00020000',
    identityUpdateUnitFee: '0.00010000',
    contentMultimapBytesPerUnit: 128,
    identityRegistrationFee: '100.00000000',
    referralLevels: 3,
    referredIdentityRegistrationFee: '80.00000000',
    referralShare: '20.00000000',
    identityImportFee: '0.02000000',
    currencyRegistrationFee: '200.00000000',
    chainRegistrationFee: '10000.00000000',
    currencyImportFee: '100.00000000',
  });
});
