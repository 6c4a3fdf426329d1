import { fromBinary, toBinary } from '@bufbuild/protobuf';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';
import {
  type Block,
  BlockSchema,
  type Input,
  type Output,
  type Transaction,
} from '@ledgergraph/proto-schemas/chain/v1/block';
import { readIndexedAddresses } from '@ledgergraph/verus-protocol/indexed-addresses';
import { findOutputs } from './find-outputs.ts';

const TRANSFER = 'reservetransfer';
const LOOKUP_MAX = 500;

/** A node omits values of outputs on a losing branch (docs/verus/blocks.md#inputs). A txid commits to them, so any branch gives them. */
export async function addMissingValues(db: SqlExecutor, chainId: string, fragments: Uint8Array): Promise<Uint8Array> {
  const block = fromBinary(BlockSchema, fragments);
  await fillIn(db, chainId, [block], (_, input) => isWithoutValue(input));
  return toBinary(BlockSchema, block);
}

/** Blocks share their lookups. @param blocks consecutive, lowest first */
export async function completeInputs(
  db: SqlExecutor,
  chainId: string,
  blocks: readonly Uint8Array[],
): Promise<Uint8Array[]> {
  const read = blocks.map((fragments) => fromBinary(BlockSchema, fragments));
  await fillIn(db, chainId, read, (transaction, input) => isWithoutValue(input) || makesTransfer(transaction));
  return read.map((block) => toBinary(BlockSchema, block));
}

/** The kind of an output is encoded as text. A match elsewhere costs only time. */
export function mayMakeTransfer(fragments: Uint8Array): boolean {
  return Buffer.from(fragments.buffer, fragments.byteOffset, fragments.byteLength).includes(TRANSFER, 0, 'latin1');
}

async function fillIn(
  db: SqlExecutor,
  chainId: string,
  blocks: readonly Block[],
  isWanted: (transaction: Transaction, input: Input) => boolean,
): Promise<void> {
  const transactions = blocks.flatMap((block) => block.transactions);
  const wanted = transactions.flatMap((transaction) =>
    transaction.inputs
      .filter((input) => input.coinbase.length === 0 && isWanted(transaction, input))
      .map((input) => ({ input, txid: hex(input.txid), isSender: makesTransfer(transaction) })),
  );
  const own = new Map(transactions.map(({ txid, outputs }) => [hex(txid), outputs]));
  const fill = (outputs: ReadonlyMap<string, readonly Output[]>): void => {
    for (const { input, txid, isSender } of wanted) {
      const spent = outputs.get(txid)?.find(({ index }) => index === input.vout);
      if (spent === undefined) continue;
      if (isWithoutValue(input)) input.satoshis = spent.satoshis;
      if (isSender) input.spentAddresses = readIndexedAddresses(spent);
    }
  };
  fill(own);
  const others = [...new Set(wanted.map(({ txid }) => txid))].filter((txid) => !own.has(txid));
  for (let first = 0; first < others.length; first += LOOKUP_MAX) {
    fill(await findOutputs(db, chainId, others.slice(first, first + LOOKUP_MAX)));
  }
}

function isWithoutValue({ satoshis }: Input): boolean {
  return satoshis === undefined;
}

function makesTransfer({ outputs }: Transaction): boolean {
  return outputs.some(({ kind }) => kind === TRANSFER);
}
