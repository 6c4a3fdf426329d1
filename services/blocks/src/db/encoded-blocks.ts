import { create, toBinary } from '@bufbuild/protobuf';
import { BlockSchema, Validation } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import { hex } from '@ledgergraph/service-kit/hex';
import type { BlockPlace } from '@ledgergraph/service-kit/indexing/cursor';

/** A block as the stream hands it over. */
export interface EncodedBlock extends BlockPlace {
  previousHash: string;
  /** Encoded `Block`: first all but its transactions, then those. */
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
  validation: string;
  size: number;
  producer: string;
  fragments: Uint8Array;
}

// One statement, so that the blocks are of one chain also while a reorganisation commits. The first block comes whatever its size.
const LIST = `
  WITH sized AS (
    SELECT *, sum(fragments_size) OVER (ORDER BY height) AS running_size
      FROM block WHERE chain_id = $1 AND main AND height >= $2 AND height < $2 + $3)
  SELECT hash, height, previous_hash, time, version, merkle_root, bits, difficulty, chain_work, validation, size, producer,
         (SELECT coalesce(string_agg(fragment, ''::bytea ORDER BY index), ''::bytea)
            FROM transaction WHERE chain_id = $1 AND block_hash = sized.hash) AS fragments
    FROM sized WHERE running_size <= $4 OR height = $2
   ORDER BY height`;

/**
 * Consecutive main-chain blocks, lowest first.
 * @param sizeMax bytes after which no further block is added
 */
export async function listEncodedBlocks(
  db: SqlExecutor,
  chainId: string,
  fromHeight: number,
  limit: number,
  sizeMax: number,
): Promise<EncodedBlock[]> {
  const rows = await db.$queryRawUnsafe<Row[]>(LIST, chainId, fromHeight, limit, sizeMax);
  return rows.map((row) => {
    const header = encodeHeader(chainId, row);
    return {
      height: row.height,
      hash: hex(row.hash),
      previousHash: hex(row.previous_hash),
      // Members of a message may stand in any order, and a repeated one may be spread: pieces joined are the block.
      encoded: Buffer.concat([header, row.fragments]),
      headerBytes: header.length,
    };
  });
}

function encodeHeader(chainId: string, row: Row): Uint8Array {
  return toBinary(
    BlockSchema,
    create(BlockSchema, {
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
      validation: row.validation === 'STAKE' ? Validation.STAKE : Validation.WORK,
      size: row.size,
      producer: row.producer,
    }),
  );
}
