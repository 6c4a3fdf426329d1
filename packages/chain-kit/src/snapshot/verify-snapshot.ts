import { Writable } from 'node:stream';
import { pieceFile } from './manifest.ts';
import type { OpenSnapshot } from './open-snapshot.ts';
import { readPiece } from './read-piece.ts';
import { type Job, runJobs } from './run-jobs.ts';
import { SnapshotFault } from './snapshot-fault.ts';

/** @returns the number of files and of bytes @throws SnapshotFault that names the first file that differs; SourceAway */
export async function verifyFiles(
  { manifest, source }: OpenSnapshot,
  workers: number,
): Promise<{ files: number; bytes: number }> {
  let files = 0;
  let bytes = 0;
  const jobs = manifest.parts.flatMap(({ service, tables }) =>
    tables.flatMap(({ name, pieces }) =>
      pieces.map(
        (piece, number): Job =>
          async () => {
            const ends = new CopyEnds();
            const file = pieceFile(service, name, number);
            await readPiece(source, file, piece, ends);
            if (!ends.isComplete()) throw new SnapshotFault(`${file} does not hold rows of a table`);
            files += 1;
            bytes += piece.bytes;
            return undefined;
          },
      ),
    ),
  );
  await runJobs(jobs, workers);
  return { files, bytes };
}

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');

class CopyEnds extends Writable {
  #start = Buffer.alloc(0);
  #end = Buffer.alloc(0);

  isComplete(): boolean {
    return this.#start.equals(SIGNATURE) && this.#end.equals(Buffer.from([0xff, 0xff]));
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.#start.length < SIGNATURE.length) {
      this.#start = Buffer.concat([this.#start, chunk.subarray(0, SIGNATURE.length - this.#start.length)]);
    }
    this.#end = Buffer.concat([this.#end, chunk.subarray(-2)]).subarray(-2);
    done();
  }
}
