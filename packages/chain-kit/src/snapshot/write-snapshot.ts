import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { readApplied } from '@ledgergraph/service-kit/backup/contents';
import { readPrivateKey, signBytes } from '@ledgergraph/service-kit/signature';
import { readVersion } from '@ledgergraph/service-kit/version';
import type pg from 'pg';
import { chainNumber } from '#/chain/chain-numbers.ts';
import { type ServiceDatabase, withClient } from './databases.ts';
import { closeMoments, type Moment, type MomentOptions, openMoments } from './hold-block.ts';
import {
  areSamePlaces,
  type ChainPlace,
  MANIFEST_FILE,
  PART_FILE,
  type PartFile,
  readPart,
  SIGNATURE_FILE,
  type SnapshotManifest,
  writeJson,
} from './manifest.ts';
import { selectTables } from './selection.ts';
import { SnapshotFault } from './snapshot-fault.ts';
import { PIECE_PAGES, writePieces } from './write-pieces.ts';

export interface WriteOptions extends Omit<MomentOptions, 'chainIds'> {
  /** At least one. All make a whole snapshot; fewer make parts, for `joinParts`. */
  databases: readonly ServiceDatabase[];
  /** A new folder, or one with the parts of other services. */
  folder: string;
  /** Names or ids; empty: all. */
  networks: readonly string[];
  workers: number;
  piecePages?: number;
}

/** The indexers go on meanwhile. @returns the blocks of the parts @throws SnapshotFault */
export async function writeParts(options: WriteOptions): Promise<ChainPlace[]> {
  const { databases, folder, networks, report, piecePages = PIECE_PAGES } = options;
  await makeFolders(folder, databases);
  const chainIds = networks.length === 0 ? [] : await findChainIds(databases, networks);
  const moments = await openMoments(databases, { ...options, chainIds });
  try {
    let chains: ChainPlace[] = [];
    for (const moment of moments) {
      chains = await describeChains(moment);
      const { service } = moment.database;
      const tables = await selectTables(
        moment.client,
        service,
        chains.map(({ chainId }) => chainId),
      );
      const written = await writePieces(moment, tables, { folder, workers: options.workers, piecePages });
      const part = { service, migrations: await readApplied(moment.client), tables: written };
      await writeWhole(join(folder, service, PART_FILE), writeJson({ ...header(chains), part }));
      report(`${service}: ${written.reduce((sum, { rows }) => sum + rows, 0)} rows of ${written.length} tables`);
    }
    return chains;
  } finally {
    await closeMoments(moments);
  }
}

/** @param services must all be there @param privateKey PEM of an Ed25519 key @throws SnapshotFault for a missing part */
export async function joinParts(
  folder: string,
  services: readonly string[],
  privateKey?: string,
): Promise<SnapshotManifest> {
  const key = privateKey === undefined ? undefined : readPrivateKey(privateKey);
  const files: PartFile[] = [];
  for (const service of services) {
    const bytes = await readFile(join(folder, service, PART_FILE)).catch(() => undefined);
    if (bytes === undefined) throw new SnapshotFault(`the part of ${service} is missing in ${folder}`);
    files.push(readPart(bytes));
  }
  const first = files[0];
  if (first === undefined) throw new SnapshotFault('there is no part to join');
  const other = files.find(({ chains }) => !areSamePlaces(chains, first.chains));
  if (other !== undefined) {
    const stand = ({ part, chains }: PartFile): string =>
      `${part.service} at ${chains.map(({ height }) => height).join(', ')}`;
    throw new SnapshotFault(`the parts stand at different blocks: ${stand(first)}, ${stand(other)}`);
  }
  const manifest: SnapshotManifest = { ...header(first.chains), parts: files.map(({ part }) => part) };
  const bytes = writeJson(manifest);
  if (key !== undefined) await writeWhole(join(folder, SIGNATURE_FILE), Buffer.from(signBytes(bytes, key)));
  await writeWhole(join(folder, MANIFEST_FILE), bytes);
  return manifest;
}

function header(chains: ChainPlace[]) {
  return { format: 1 as const, version: readVersion(), writtenAt: new Date().toISOString(), chains };
}

async function makeFolders(folder: string, databases: readonly ServiceDatabase[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const present = await readdir(folder);
  if (present.includes(MANIFEST_FILE)) throw new SnapshotFault(`${folder} holds a snapshot already`);
  for (const { service } of databases) {
    if (present.includes(service))
      throw new SnapshotFault(`${join(folder, service)} is there already: remove it first`);
  }
  for (const { service } of databases) await mkdir(join(folder, service));
}

/** An existing file is whole, even after a power cut. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(`${path}.unfinished`, 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.unfinished`, path);
}

async function findChainIds(databases: readonly ServiceDatabase[], networks: readonly string[]): Promise<string[]> {
  const [database] = databases;
  if (database === undefined) throw new SnapshotFault('no database is named');
  return withClient(database, async (client) => {
    const { rows } = await client.query<{ id: string; name: string }>('SELECT chain_id AS id, name FROM network');
    return networks.map((wanted) => {
      const found = rows.find(({ id, name }) => id === wanted || name === wanted);
      if (found !== undefined) return found.id;
      throw new SnapshotFault(`no network ${wanted}: there are ${rows.map(({ name }) => name).join(', ')}`);
    });
  });
}

async function describeChains({ client, places }: Moment): Promise<ChainPlace[]> {
  const chains: ChainPlace[] = [];
  for (const place of places) chains.push({ ...place, ...(await describeChain(client, place)) });
  return chains;
}

async function describeChain(
  client: pg.Client,
  { chainId, height, hash }: Moment['places'][number],
): Promise<Pick<ChainPlace, 'name' | 'environment' | 'time' | 'final'>> {
  const { rows } = await client.query<{
    name: string;
    environment: ChainPlace['environment'];
    time: string;
    finalHeight: number;
    finalHash: string;
  }>(
    `SELECT network.name, network.environment, tip.time::bigint::text AS time, final.height AS "finalHeight",
            encode(final.hash, 'hex') AS "finalHash"
       FROM network
       JOIN applied_block tip ON tip.chain = ${chainNumber(1)} AND tip.height = $2 AND tip.hash = decode($3, 'hex')
       JOIN applied_block final ON final.chain = ${chainNumber(1)}
        AND final.height = greatest(0, $2::integer - (network.announcement->>'finalityDepth')::integer)
      WHERE network.chain_id = $1`,
    [chainId, height, hash],
  );
  const row = rows[0];
  if (row === undefined) throw new SnapshotFault(`the database lists no network for the chain ${chainId}`);
  const { name, environment, time, finalHeight, finalHash } = row;
  return { name, environment, time: Number(time), final: { height: finalHeight, hash: finalHash } };
}
