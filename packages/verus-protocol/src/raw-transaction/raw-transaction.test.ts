import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isJsonObject, type JsonObject, type LosslessNumber, parseLossless } from '#/lossless-json.ts';
import { decodeTransaction, decodeTransactionHex, TransactionDecodeError } from './raw-transaction.ts';

const RECORDING = path.join(import.meta.dirname, '../../../../test/recordings/mempool-a');
const events = readLines('events');
const sent = events.filter(({ method }) => method === 'sendrawtransaction');

function readLines(name: string): JsonObject[] {
  const lines = gunzipSync(readFileSync(path.join(RECORDING, `${name}.jsonl.gz`)))
    .toString()
    .split('\n');
  return lines.filter((line) => line !== '').map((line) => parseLossless(line) as JsonObject);
}

const faultOf = (hex: string): string => {
  try {
    decodeTransactionHex(hex);
    return 'none';
  } catch (error) {
    if (error instanceof TransactionDecodeError) return error.fault;
    throw error;
  }
};

function describe(hex: string): object {
  const { transaction } = decodeTransactionHex(hex);
  return {
    txid: transaction.txid,
    version: transaction.version,
    locktime: transaction.lockTime,
    expiryheight: transaction.expiryHeight,
    size: transaction.size,
    vin: transaction.inputs.map(({ txid, vout, script, sequence }) =>
      /^0+$/.test(txid)
        ? { coinbase: Buffer.from(script).toString('hex'), sequence }
        : { txid, vout, script: Buffer.from(script).toString('hex'), sequence },
    ),
    vout: transaction.outputs.map(({ value, script }) => ({ value, script: Buffer.from(script).toString('hex') })),
  };
}

function expected(answer: JsonObject): object {
  const hexOf = (value: unknown): unknown => (isJsonObject(value) ? value.hex : undefined);
  const number = (value: unknown): number => Number((value as LosslessNumber).value);
  return {
    txid: answer.txid,
    version: number(answer.version),
    locktime: number(answer.locktime),
    expiryheight: number(answer.expiryheight),
    size: String(answer.hex).length / 2,
    vin: (answer.vin as JsonObject[]).map((input) =>
      input.coinbase === undefined
        ? {
            txid: input.txid,
            vout: number(input.vout),
            script: hexOf(input.scriptSig),
            sequence: number(input.sequence),
          }
        : { coinbase: input.coinbase, sequence: number(input.sequence) },
    ),
    vout: (answer.vout as JsonObject[]).map((output) => ({
      value: BigInt((output.valueSat as LosslessNumber).value),
      script: hexOf(output.scriptPubKey),
    })),
  };
}

test('every transaction that the recorded node printed with its hex is decoded as the node printed it', () => {
  const answers = events.filter(({ method, result }) => method === 'getrawtransaction' && isJsonObject(result));
  const printed = new Map(answers.map(({ result }) => [(result as JsonObject).txid, result as JsonObject]));
  for (const answer of printed.values()) expect(describe(String(answer.hex))).toEqual(expected(answer));
  expect(printed.size).toBe(24);
});

test('each transaction that the recorded node announced over ZMQ has the txid that it announced with it', () => {
  const bodies = (topic: string) => events.filter(({ zmq }) => zmq === topic).map(({ body }) => String(body));
  const txids = bodies('rawtx').map((hex) => decodeTransactionHex(hex).transaction.txid);
  expect(txids).toEqual(bodies('hashtx'));
  expect(txids.length).toBeGreaterThan(50);
});

test('each sent transaction is decoded unless the node could not, and has the txid that the node answered', () => {
  const counts = { decoded: 0, accepted: 0, surplus: 0 };
  for (const { params, result, error } of sent) {
    const hex = (params as unknown[])[0];
    if (typeof hex !== 'string') continue;
    const fault = faultOf(hex);
    const isUndecodable = isJsonObject(error) && String((error.code as LosslessNumber).value) === '-22';
    // The node drops bytes behind a transaction. We refuse them: the sender did not mean them.
    if (fault === 'SURPLUS') counts.surplus += 1;
    else expect(fault !== 'none').toBe(isUndecodable);
    if (fault !== 'none') continue;
    counts.decoded += 1;
    if (typeof result !== 'string') continue;
    counts.accepted += 1;
    expect(decodeTransactionHex(hex).transaction.txid).toBe(result);
  }
  expect(counts).toEqual({ decoded: 41, accepted: 18, surplus: 2 });
});

const good = sent.flatMap(({ params }) => params as string[])[0] ?? '';

test('each way of not being a transaction has its own fault', () => {
  expect(faultOf(good)).toBe('none');
  expect(faultOf(good.toUpperCase())).toBe('none');
  expect(faultOf('zz')).toBe('NOT_HEX');
  expect(faultOf(good.slice(1))).toBe('NOT_HEX');
  expect(faultOf(` ${good} `)).toBe('NOT_HEX');
  expect(faultOf('')).toBe('CUT_OFF');
  expect(faultOf(`${good}00`)).toBe('SURPLUS');
  expect(faultOf(good.replace('85202f89', '85202f88'))).toBe('UNKNOWN_FORMAT');
  expect(faultOf(good.replace('04000080', '03000080'))).toBe('UNKNOWN_FORMAT');
  expect(faultOf(good.replace('04000080', '05000080'))).toBe('UNKNOWN_FORMAT');
  // Three bytes for the number of inputs where one is enough.
  expect(faultOf(good.replace('0400008085202f8901', '0400008085202f89fd0100'))).toBe('MALFORMED');
  expect(faultOf('0400008085202f89ffffffffffffffffff')).toBe('MALFORMED');
});

test('a transaction that is cut off at any byte is refused as such', () => {
  for (let length = 0; length < good.length; length += 2) expect(faultOf(good.slice(0, length))).toBe('CUT_OFF');
});

test('a number of elements that cannot be there is refused before room is made for them', () => {
  expect(faultOf('0400008085202f89fe00000002')).toBe('CUT_OFF');
});

test('the formats before Overwinter and before Sapling are read, with joinsplits and Sapling parts', () => {
  const input = `${'11'.repeat(32)}00000000${'00'}ffffffff`;
  const output = `0a00000000000000${'0151'}`;
  const body = `01${input}01${output}07000000`;
  const phgr13 = '22'.repeat(1_802);
  const signature = '33'.repeat(96);
  const formats = [
    { hex: `01000000${body}`, version: 1, expiryHeight: null, joinSplits: 0, size: 0 },
    { hex: `02000000${body}00`, version: 2, expiryHeight: null, joinSplits: 0, size: 1 },
    { hex: `02000000${body}01${phgr13}${signature}`, version: 2, expiryHeight: null, joinSplits: 1, size: 1_899 },
    { hex: `030000807082c403${body}0900000000`, version: 3, expiryHeight: 9, joinSplits: 0, size: 1 },
    {
      hex: `0400008085202f89${body}09000000${'fb'.padEnd(16, 'f')}00${'00'}01${'44'.repeat(1_698)}${signature}`,
      version: 4,
      expiryHeight: 9,
      joinSplits: 1,
      size: 8 + 1 + 1 + 1 + 1_698 + 96,
    },
  ];
  for (const { hex, version, expiryHeight, joinSplits, size } of formats) {
    const { transaction } = decodeTransactionHex(hex);
    expect(transaction).toMatchObject({ version, expiryHeight, lockTime: 7 });
    expect(transaction.shielded).toMatchObject({ joinSplits, size, spends: 0, outputs: 0 });
    expect(transaction.inputs).toMatchObject([{ txid: '11'.repeat(32), vout: 0, sequence: 0xffffffff }]);
    expect(transaction.outputs).toMatchObject([{ value: 10n }]);
    expect(transaction.txid).toMatch(/^[0-9a-f]{64}$/);
  }
});

test('a shielded transaction has its numbers of spends and outputs, and needs its binding signature', () => {
  const shielded = `0400008085202f89${'00'}${'00'}00000000${'00000000'}f6ffffffffffffff01${'55'.repeat(384)}01${'66'.repeat(948)}00`;
  const { transaction, bytes } = decodeTransactionHex(`${shielded}${'77'.repeat(64)}`);
  expect(transaction.shielded).toEqual({
    spends: 1,
    outputs: 1,
    joinSplits: 0,
    valueBalance: -10n,
    size: 8 + 1 + 384 + 1 + 948 + 1 + 64,
  });
  expect(decodeTransaction(bytes)).toEqual(transaction);
  expect(faultOf(shielded)).toBe('CUT_OFF');
});
