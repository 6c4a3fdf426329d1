import type { Readable } from 'node:stream';

/**
 * Gathers a body in one buffer: chunks of a byte each would take hundreds of times their length.
 * @param grow returns a larger size, or a refusal, after which the rest of the body is discarded
 * @returns undefined for a body that does not come whole
 */
export function gatherBody<Refusal>(
  body: Readable,
  size: number,
  grow: (bytes: number) => number | Refusal,
): Promise<Buffer | Refusal | undefined> {
  let gathered = Buffer.allocUnsafe(size);
  let bytes = 0;
  return new Promise((resolve) => {
    const end = (result: Buffer | Refusal | undefined): void => {
      body.off('data', take);
      // The rest is dropped, so that the client reads the refusal.
      body.resume();
      resolve(result);
    };
    const take = (chunk: Buffer): void => {
      if (bytes + chunk.length > gathered.length) {
        const larger = grow(bytes + chunk.length);
        if (typeof larger !== 'number') {
          end(larger);
          return;
        }
        gathered = Buffer.concat([gathered], larger);
      }
      bytes += chunk.copy(gathered, bytes);
    };
    body.on('data', take);
    body.once('end', () => end(gathered.subarray(0, bytes)));
    body.once('error', () => end(undefined));
    body.once('close', () => end(undefined));
  });
}
