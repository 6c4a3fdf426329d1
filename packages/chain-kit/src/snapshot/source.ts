import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { SnapshotFault, SourceAway } from './snapshot-fault.ts';

/** Bytes a second: a slower piece is given up and fetched again. */
const SLOWEST = 32 * 1024;
const ANSWER_MS = 30_000;

export interface SnapshotSource {
  /** The caller must read the file to its end, or destroy it. @throws SnapshotFault, SourceAway */
  open(file: string, bytes: number): Promise<Readable>;
  /** Undefined for a missing file. @throws SnapshotFault if it is larger, SourceAway */
  read(file: string, bytesMax: number): Promise<Buffer | undefined>;
}

/** @param place folder, or a URL of the folder @throws SnapshotFault for a URL that others could read or change on its way */
export function openSource(place: string): SnapshotSource {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(place)) return folderSource(place);
  if (!URL.canParse(place)) throw new SnapshotFault('the address of the snapshot is not a URL');
  const url = new URL(place.endsWith('/') ? place : `${place}/`);
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)) {
    throw new SnapshotFault('a snapshot is fetched over https only');
  }
  if (url.username !== '' || url.search !== '') throw new SnapshotFault('the URL of a snapshot is that of its folder');
  return webSource(url);
}

function folderSource(folder: string): SnapshotSource {
  const openFile = async (file: string) => {
    // Not through a link, and without waiting for a pipe: a snapshot may come from a stranger.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await open(join(folder, file), flags).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw new SnapshotFault(`${file} cannot be read (${error.code})`, { cause: error });
    });
    if (handle === undefined) return undefined;
    const stats = await handle.stat();
    if (stats.isFile()) return { handle, size: stats.size };
    await handle.close();
    throw new SnapshotFault(`${file} is no file`);
  };
  return {
    open: async (file, bytes) => {
      const opened = await openFile(file);
      if (opened === undefined) throw new SnapshotFault(`${file} is missing`);
      if (opened.size === bytes) return opened.handle.createReadStream();
      await opened.handle.close();
      throw new SnapshotFault(`${file} has ${opened.size} bytes, and the manifest declares ${bytes}`);
    },
    read: async (file, bytesMax) => {
      const opened = await openFile(file);
      if (opened === undefined) return undefined;
      try {
        if (opened.size > bytesMax)
          throw new SnapshotFault(`${file} has ${opened.size} bytes; ${bytesMax} are allowed`);
        return await opened.handle.readFile();
      } finally {
        await opened.handle.close();
      }
    },
  };
}

function webSource(url: URL): SnapshotSource {
  const get = async (file: string, bytesMax: number): Promise<Response | undefined> => {
    const signal = AbortSignal.timeout(Math.ceil(ANSWER_MS + (bytesMax / SLOWEST) * 1000));
    // The encoding of a server would change sizes, and a redirect may lead out of https.
    const options = { signal, redirect: 'error', headers: { 'accept-encoding': 'identity' } } as const;
    const response = await fetch(new URL(file, url), options).catch((error: unknown) => {
      throw new SourceAway(`${file} cannot be fetched`, { cause: error });
    });
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 404 || response.status === 403 || response.status === 410) return undefined;
    throw new SourceAway(`${file}: the server answers ${response.status}`);
  };
  return {
    open: async (file, bytes) => {
      const response = await get(file, bytes);
      if (response?.body == null) throw new SnapshotFault(`${file} is missing`);
      return Readable.from(chunksOf(response.body, file), { objectMode: false });
    },
    read: async (file, bytesMax) => {
      const response = await get(file, bytesMax);
      if (response === undefined) return undefined;
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of chunksOf(response.body ?? [], file)) {
        size += chunk.length;
        if (size > bytesMax) throw new SnapshotFault(`${file} has more than ${bytesMax} bytes`);
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    },
  };
}

/** A connection that breaks is no fault of the snapshot. */
async function* chunksOf(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  file: string,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw new SourceAway(`${file} broke off`, { cause: error });
  }
}
