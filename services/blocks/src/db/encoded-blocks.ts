import { toBinary } from '@bufbuild/protobuf';
import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { BinaryRow } from '@ledgergraph/chain-kit/db/binary-rows';
import type { SqlDatabase } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { type Block, BlockSchema, Validation } from '@ledgergraph/proto-schemas/chain/v1/block';
import { completeInputs, mayMakeTransfer } from './complete-inputs.ts';

export interface EncodedBlock extends BlockPlace {
  previousHash: string;
  /** Encoded `Block`: members without transactions, then the transactions. */
  encoded: Uint8Array;
  headerBytes: number;
}

interface Row {
  hash: Uint8Array;
  height: number;
  previous_hash: Uint8Array;
  time: number;
  version: number;
  merkle_root: Uint8Array;
  bits: string;
  difficulty: string;
  chain_work: Uint8Array;
  chain_stake: Uint8Array;
  validation: string;
  size: number;
  producer: string;
  fragments: Uint8Array;
  /** 1 if the node left out the value of an input: a copied row has no booleans. */
  lacks_values: number;
}

// One statement, so that the blocks belong to one chain even during a reorganisation. The first block comes whatever its size.
const LIST = `
  WITH sized AS (
    SELECT *, sum(fragments_size) OVER (ORDER BY height) AS running_size
      FROM block WHERE chain = ${chainNumber(1)} AND main AND height >= $2 AND height < $2 + $3)
  SELECT hash, height, previous_hash, time, version, merkle_root, bits, difficulty, chain_work, chain_stake, validation, size, producer,
         body.fragments, body.lacks_values
    FROM sized
   CROSS JOIN LATERAL (
     SELECT coalesce(string_agg(fragment, ''::bytea ORDER BY index), ''::bytea) AS fragments,
            coalesce(bool_or(index > 0 AND value_in IS NULL), false)::integer AS lacks_values
       FROM transaction tx WHERE tx.chain = sized.chain AND tx.height = sized.height AND tx.ordinal = sized.ordinal
   ) body
   WHERE running_size <= $4 OR height = $2
   ORDER BY height`;

/** Lowest first. @param sizeMax bytes after which no further block is added */
export async function listEncodedBlocks(
  db: SqlDatabase,
  chainId: string,
  fromHeight: number,
  limit: number,
  sizeMax: number,
): Promise<EncodedBlock[]> {
  const values = [chainId, fromHeight, limit, sizeMax] as const;
  const rows =
    db.$copyTo === undefined
      ? await db.$queryRawUnsafe<Row[]>(LIST, ...values)
      : (await db.$copyTo(LIST, ...values)).map(readRow);
  const incomplete = rows.filter((row) => row.lacks_values === 1 || mayMakeTransfer(row.fragments));
  const fragments = incomplete.map((row) => row.fragments);
  const completed = fragments.length === 0 ? [] : await completeInputs(db, chainId, fragments);
  for (const [index, row] of incomplete.entries()) row.fragments = completed[index] as Uint8Array;
  return rows.map((row) => {
    const header = toBinary(BlockSchema, headerOf(chainId, row));
    return {
      height: row.height,
      hash: hex(row.hash),
      previousHash: hex(row.previous_hash),
      // Protobuf allows members in any order and repeated members apart, so the joined pieces are the block.
      encoded: Buffer.concat([header, row.fragments]),
      headerBytes: header.length,
    };
  });
}

function readRow(row: BinaryRow): Row {
  return {
    hash: row.bytes(0),
    height: row.int4(1),
    previous_hash: row.bytes(2),
    time: row.uint4(3),
    version: row.int4(4),
    merkle_root: row.bytes(5),
    bits: row.text(6),
    difficulty: row.text(7),
    chain_work: row.bytes(8),
    chain_stake: row.bytes(9),
    validation: row.text(10),
    size: row.int4(11),
    producer: row.text(12),
    fragments: row.bytes(13),
    lacks_values: row.int4(14),
  };
}

/** A literal: `create` would take longer than everything else here. */
function headerOf(chainId: string, row: Row): Block {
  return {
    $typeName: 'ledgergraph.chain.v1.Block',
    chainId,
    height: row.height,
    hash: row.hash,
    previousHash: row.previous_hash,
    time: BigInt(row.time),
    version: row.version,
    merkleRoot: row.merkle_root,
    bits: row.bits,
    difficulty: row.difficulty,
    chainWork: row.chain_work,
    chainStake: row.chain_stake,
    validation: row.validation === 'STAKE' ? Validation.STAKE : Validation.WORK,
    size: row.size,
    producer: row.producer,
    transactions: [],
  };
}
