import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|html|svg)$/;

/** Compresses once, so that no server does it for each visitor. */
export function compressFiles(): Plugin {
  let folder = '';
  return {
    name: 'compress-files',
    apply: 'build',
    configResolved: ({ build }) => {
      folder = build.outDir;
    },
    closeBundle: async () => {
      const files = await readdir(folder, { recursive: true });
      await Promise.all(files.filter((file) => TEXT.test(file)).map((file) => compress(join(folder, file))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const text = await readFile(file);
  // The best quality costs most of the time and saves almost nothing.
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY - 1 } };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(text, quality));
  await writeFile(`${file}.gz`, await promisify(gzip)(text));
}
