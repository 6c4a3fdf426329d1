import { createHash } from 'node:crypto';
import { isIdentityAddress } from '@ledgergraph/verus-protocol/address';
import { z } from 'zod';
import { SnapshotFault } from './snapshot-fault.ts';

export const MANIFEST_FILE = 'manifest.json';
export const SIGNATURE_FILE = 'manifest.json.sig';
/** Manifest of one team's own database; `join` makes a manifest of all of them. */
export const PART_FILE = 'part.json';

/** One piece per 64 MiB or so: a terabyte has 16,000 of them, in 3 MB of text. */
export const MANIFEST_BYTES_MAX = 32 * 1024 * 1024;
/** A writer stays far below; larger declared sizes are not ours. */
const PIECE_BYTES_MAX = 4 * 1024 ** 3;
const PIECES_MAX = 100_000;
const TABLES_MAX = 200;

/** No dot and no slash, so no file name leads out of the folder. */
const name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);
const column = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/i);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();
const size = count.max(PIECE_BYTES_MAX);
const height = count.max(2 ** 31 - 1);
const version = z.string().max(64);

const piece = z.strictObject({
  rows: count.max(2 ** 40),
  /** Sizes of the file and of its content. */
  bytes: size,
  rawBytes: size,
  /** SHA-256 of the file, hexadecimal. */
  sha256: hash,
});

const table = z.strictObject({
  name,
  columns: z.array(column).min(1).max(200),
  rows: count.max(2 ** 50),
  pieces: z.array(piece).max(PIECES_MAX),
});

const place = z.strictObject({
  chainId: z.string().refine(isIdentityAddress, 'must be an i-address'),
  height,
  hash,
});

const chain = place.extend({
  name: z.string().min(1).max(100),
  environment: z.enum(['MAINNET', 'TESTNET']),
  /** Unix seconds. */
  time: count.max(2 ** 32 - 1),
  /** Far enough below that no reorganisation should remove it. */
  final: z.strictObject({ height, hash }),
});

const migrations = z
  .array(z.string().regex(/^[A-Za-z0-9_]{1,200}$/))
  .min(1)
  .max(10_000);

const part = z.strictObject({ service: name, migrations, tables: z.array(table).min(1).max(TABLES_MAX) });

const header = {
  format: z.literal(1),
  version,
  writtenAt: z.iso.datetime(),
  chains: z.array(chain).min(1).max(1_000),
};

const partFile = z.strictObject({ ...header, part });
const manifest = z.strictObject({ ...header, parts: z.array(part).min(1).max(50) });

export type Piece = z.output<typeof piece>;
export type TablePieces = z.output<typeof table>;
export type Place = z.output<typeof place>;
export type ChainPlace = z.output<typeof chain>;
export type Part = z.output<typeof part>;
export type PartFile = z.output<typeof partFile>;
/** Written last: a folder without it is no snapshot. */
export type SnapshotManifest = z.output<typeof manifest>;

export function pieceFile(service: string, tableName: string, number: number): string {
  return `${service}/${tableName}.${number}.zst`;
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** @throws SnapshotFault */
export function readManifest(bytes: Uint8Array): SnapshotManifest {
  const read = parse(manifest, bytes, MANIFEST_FILE);
  refuseTwice(
    read.parts.map(({ service }) => service),
    'part',
  );
  for (const { service, tables } of read.parts) checkTables(service, tables);
  refuseTwice(
    read.chains.map(({ chainId }) => chainId),
    'chain',
  );
  return read;
}

/** @throws SnapshotFault */
export function readPart(bytes: Uint8Array): PartFile {
  const read = parse(partFile, bytes, PART_FILE);
  checkTables(read.part.service, read.part.tables);
  return read;
}

export function writeJson(value: SnapshotManifest | PartFile): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
}

export function areSamePlaces(left: readonly Place[], right: readonly Place[]): boolean {
  const texts = (places: readonly Place[]): string =>
    places
      .map(({ chainId, height, hash }) => `${chainId} ${height} ${hash}`)
      .sort()
      .join('\n');
  return texts(left) === texts(right);
}

function parse<Shape extends z.ZodType<{ format: number }>>(
  shape: Shape,
  bytes: Uint8Array,
  file: string,
): z.output<Shape> {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw new SnapshotFault(`${file} is not JSON: it is damaged, or was cut off`);
  }
  const parsed = shape.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new SnapshotFault(
    `${file} does not have the form of a snapshot of this version (${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''})`,
  );
}

function checkTables(service: string, tables: readonly TablePieces[]): void {
  refuseTwice(
    tables.map((one) => one.name),
    `table of ${service}`,
  );
  for (const { name: tableName, rows, pieces } of tables) {
    const sum = pieces.reduce((total, one) => total + one.rows, 0);
    if (sum !== rows)
      throw new SnapshotFault(`${service}.${tableName}: its pieces hold ${sum} rows, and ${rows} are declared`);
  }
}

function refuseTwice(names: readonly string[], what: string): void {
  const twice = names.find((one, index) => names.indexOf(one) < index);
  if (twice !== undefined) throw new SnapshotFault(`${MANIFEST_FILE} lists the ${what} ${twice} twice`);
}
