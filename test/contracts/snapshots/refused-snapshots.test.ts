import { cp, mkdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import type { ServiceDatabase } from '@ledgergraph/chain-kit/snapshot/databases';
import { pieceFile, type SnapshotManifest, sha256 } from '@ledgergraph/chain-kit/snapshot/manifest';
import { checkNode } from '@ledgergraph/chain-kit/snapshot/node-chain';
import { createKeyPair } from '@ledgergraph/service-kit/signature';
import { temporaryFolder } from '@ledgergraph/test-kit/temporary-folder';
import { NodeIndex } from '../generated-chain/index-from-node.ts';
import {
  databasesOf,
  describeDatabase,
  load,
  query,
  startNode,
  unmadeDatabases,
  writeWhole,
} from './snapshot-stand.ts';

const HEIGHT = 400;
/** Two show that the one that was filled before is emptied too. */
const LOADED = ['addresses', 'identities'];
const KEYS = createKeyPair();
const ALL_ROWS_OF = 'applied_block';

const cleanup = new AsyncDisposableStack();
let good: string;
let manifest: SnapshotManifest;
let source: NodeIndex;
let node: Awaited<ReturnType<typeof startNode>>;
let unmade: ServiceDatabase[];
let empty: ServiceDatabase[];

beforeAll(async () => {
  node = await startNode(cleanup, HEIGHT);
  source = await NodeIndex.open(cleanup);
  await source.take(node.settings);
  good = join(await temporaryFolder(), 'good');
  manifest = await writeWhole(databasesOf(source), good, { privateKey: KEYS.privateKey });
  unmade = unmadeDatabases(cleanup, LOADED);
  empty = databasesOf(await NodeIndex.open(cleanup)).filter(({ service }) => LOADED.includes(service));
});

afterAll(() => cleanup.disposeAsync());

async function copy(): Promise<string> {
  const folder = join(await temporaryFolder(), 'changed');
  await cp(good, folder, { recursive: true });
  return folder;
}

type Changed = { -readonly [Name in keyof SnapshotManifest]: SnapshotManifest[Name] };

async function forge(folder: string, change: (manifest: Changed) => void): Promise<void> {
  const changed = structuredClone(manifest);
  change(changed);
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(changed));
}

function pieceOf(from: SnapshotManifest, service: string, table: string) {
  const found = from.parts.find((part) => part.service === service)?.tables.find(({ name }) => name === table);
  const piece = found?.pieces[0];
  if (found === undefined || piece === undefined) throw new Error('no such piece');
  return { table: found, piece };
}

async function forgePiece(
  folder: string,
  raw: Buffer,
  declare: (size: number) => number = (size) => size,
): Promise<void> {
  const bytes = zstdCompressSync(raw);
  await writeFile(join(folder, pieceFile('identities', ALL_ROWS_OF, 0)), bytes);
  await forge(folder, (changed) => {
    const { piece } = pieceOf(changed, 'identities', ALL_ROWS_OF);
    Object.assign(piece, { bytes: bytes.length, rawBytes: declare(raw.length), sha256: sha256(bytes) });
  });
}

const FILE = pieceFile('addresses', 'output_row', 0);

const REFUSALS: [string, (folder: string) => Promise<void>, RegExp][] = [
  [
    'a byte of a file is another one',
    async (folder) => {
      const bytes = await readFile(join(folder, FILE));
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      await writeFile(join(folder, FILE), bytes);
    },
    /addresses\/output_row\.0\.zst is damaged/,
  ],
  ['a file is missing', (folder) => rm(join(folder, FILE)), /addresses\/output_row\.0\.zst is missing/],
  ['a file was cut off', (folder) => truncate(join(folder, FILE), 100), /addresses\/output_row\.0\.zst has 100 bytes/],
  [
    'a file is a link that leads elsewhere',
    async (folder) => {
      await rm(join(folder, FILE));
      await symlink('/etc/hostname', join(folder, FILE));
    },
    /addresses\/output_row\.0\.zst cannot be read/,
  ],
  [
    'the manifest was cut off',
    (folder) => truncate(join(folder, 'manifest.json'), 1_000),
    /manifest\.json is not JSON/,
  ],
  ['there is no manifest', (folder) => rm(join(folder, 'manifest.json')), /no whole snapshot/],
  [
    'the manifest is too large',
    (folder) => truncate(join(folder, 'manifest.json'), 64 * 1024 * 1024),
    /manifest\.json has \d+ bytes/,
  ],
  [
    'a name leads out of the folder',
    (folder) =>
      forge(folder, ({ parts }) => {
        for (const part of parts) if (part.service === 'identities') part.service = '../../identities';
      }),
    /does not have the form of a snapshot/,
  ],
  [
    'it declares fewer rows than a file holds',
    (folder) =>
      forge(folder, (changed) => {
        const { table, piece } = pieceOf(changed, 'identities', ALL_ROWS_OF);
        piece.rows -= 1;
        table.rows -= 1;
      }),
    /identities\/applied_block\.0\.zst holds \d+ rows, and the manifest declares/,
  ],
  [
    'it declares another block than its rows have',
    (folder) => forge(folder, ({ chains: [chain] }) => void Object.assign(chain ?? {}, { hash: 'ab'.repeat(32) })),
    /stand at other blocks/,
  ],
  [
    'its tables are those of another schema',
    (folder) =>
      forge(folder, (changed) => {
        pieceOf(changed, 'identities', ALL_ROWS_OF).table.columns.push('note');
      }),
    /tables of identities in the snapshot are not those of its migrations/,
  ],
  [
    'a later version wrote it',
    (folder) =>
      forge(
        folder,
        ({ parts }) =>
          void parts.find(({ service }) => service === 'addresses')?.migrations.push('20990101000000_later'),
      ),
    /migrations that this version does not know: 20990101000000_later/,
  ],
  [
    'a small file grows far beyond the size that is declared',
    (folder) => forgePiece(folder, Buffer.alloc(64 * 1024 * 1024), () => 4_096),
    /holds more than the 4096 bytes that are declared/,
  ],
  ['a file holds no rows', (folder) => forgePiece(folder, Buffer.from('no rows')), /does not hold rows/],
];

test.each(REFUSALS)(
  'a snapshot is refused with the reason, and leaves nothing behind, when %s',
  async (_, change, reason) => {
    const folder = await copy();
    await change(folder);
    for (const databases of [unmade, empty]) {
      const before = await Promise.all(databases.map(describeDatabase));
      await expect(load(folder, databases)).rejects.toThrow(reason);
      expect(await Promise.all(databases.map(describeDatabase))).toEqual(before);
    }
  },
);

test('only a snapshot with the signature of a known key is loaded where a key is given', async () => {
  const forged = await copy();
  await forge(forged, ({ chains: [chain] }) => void Object.assign(chain ?? {}, { name: 'OTHER' }));
  const stranger = createKeyPair().publicKey;
  await expect(load(good, empty, stranger)).rejects.toThrow('not of the given key');
  await expect(load(forged, empty, KEYS.publicKey)).rejects.toThrow('the manifest was changed');
  await rm(join(forged, 'manifest.json.sig'));
  await expect(load(forged, empty, KEYS.publicKey)).rejects.toThrow('is not signed');
});

test('a snapshot is not loaded over blocks', async () => {
  const { height } = await node.node.advance(1);
  await source.takeBlocks(node.settings);
  await expect(load(good, databasesOf(source))).rejects.toThrow(/is not empty .*into an empty one/);
  expect(await query(source.url('blocks'), 'SELECT height FROM sync_cursor')).toEqual([{ height }]);
});

test('a node of another chain, and one that is too young, are refused, unlike a node that has the block', async () => {
  const [chain] = manifest.chains;
  if (chain === undefined) throw new Error('no chain');
  await expect(checkNode(node.address, chain)).resolves.toContain("is on the node's chain");
  const foreign = { ...chain, final: { ...chain.final, hash: 'cd'.repeat(32) } };
  await expect(checkNode(node.address, foreign)).rejects.toThrow('has another block at');
  const young = await startNode(cleanup, 3);
  await expect(checkNode(young.address, chain)).rejects.toThrow('let it synchronise first');
});

test('a snapshot in a folder that has another one is not written', async () => {
  await mkdir(join(await temporaryFolder(), 'blocks'), { recursive: true });
  await expect(writeWhole(empty, good)).rejects.toThrow('holds a snapshot already');
});
