import { createHash } from 'node:crypto';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import type { Piece } from './manifest.ts';
import { SnapshotFault } from './snapshot-fault.ts';
import type { SnapshotSource } from './source.ts';

/** Until this returns, `target` must be able to undo the output. @throws SnapshotFault; SourceAway; the errors of `target` */
export async function readPiece(source: SnapshotSource, file: string, piece: Piece, target: Writable): Promise<void> {
  const hash = createHash('sha256');
  const input = new Transform({ transform: bounded(piece.bytes, file, (chunk) => hash.update(chunk)) });
  const output = new Transform({ transform: bounded(piece.rawBytes, file) });
  const opened = await source.open(file, piece.bytes);
  try {
    await pipeline(opened, input, createZstdDecompress(), output, target);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code.startsWith('ZSTD_') || code.startsWith('Z_')) throw damaged(file, error);
    throw error;
  }
  if (hash.digest('hex') !== piece.sha256) throw damaged(file);
}

function damaged(file: string, cause?: unknown): SnapshotFault {
  return new SnapshotFault(`${file} is damaged: it is not the file that the manifest names`, { cause });
}

/** Larger content was not written by us, or would fill the disk. */
function bounded(bytesMax: number, file: string, onChunk?: (chunk: Buffer) => void) {
  let seen = 0;
  return (chunk: Buffer, _encoding: BufferEncoding, done: (error: Error | null, chunk?: Buffer) => void): void => {
    seen += chunk.length;
    if (seen > bytesMax) {
      done(new SnapshotFault(`${file} holds more than the ${bytesMax} bytes that are declared`));
    } else {
      onChunk?.(chunk);
      done(null, chunk);
    }
  };
}
