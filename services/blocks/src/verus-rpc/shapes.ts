import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  LosslessNumber,
} from '@ledgergraph/verus-protocol/lossless-json';
import { z } from 'zod';

const integer = z
  .instanceof(LosslessNumber)
  .transform((number) => Number(number.value))
  .refine((number) => Number.isSafeInteger(number), 'a whole number');
const hash = z.string().regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits');
const object = z.custom<JsonObject>((value) => isJsonObject(value), 'an object');

/** docs/verus/rpc.md#following-the-tip */
export const blockchainInfoShape = z.object({
  chainid: z.string().min(1),
  name: z.string().min(1),
  blocks: integer,
  headers: integer,
  bestblockhash: hash,
  chainwork: hash,
  chainstake: hash,
});

/** `notarizedroot`: last root that the notary chain confirmed; absent on some chains. */
export const infoShape = z.object({
  VRSCversion: z.string(),
  chainid: z.string().min(1),
  name: z.string().min(1),
  blocks: integer,
  longestchain: integer,
  tiptime: integer,
  connections: integer,
  notarizedroot: z.object({ height: integer, blockhash: hash }).optional(),
});

export const mempoolInfoShape = z.object({ size: integer, bytes: integer });

export const hashShape = hash;
export const hashesShape = z.array(hash);
export const integerShape = integer;
/** As the daemon wrote it; the reader of a member checks it. */
export const objectShape = object;

export type BlockchainInfo = z.output<typeof blockchainInfoShape>;
export type NodeInfo = z.output<typeof infoShape>;
export type MempoolInfo = z.output<typeof mempoolInfoShape>;

/** Members that identify and link a block. The normaliser checks the rest: a schema over 2 MB would walk it once more. */
export const blockShape = z.custom<VerusBlock>(isBlock, 'a getblock 2 answer');

export interface VerusBlock extends JsonObject {
  hash: string;
  tx: JsonValue[];
}

function isBlock(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    typeof value.hash === 'string' &&
    value.height instanceof LosslessNumber &&
    Array.isArray(value.tx) &&
    value.tx.every((tx) => isJsonObject(tx))
  );
}
