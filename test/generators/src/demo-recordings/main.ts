import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeRecordings } from './make-recordings.ts';

const RECORDINGS = path.join(import.meta.dirname, '../../../recordings');

for (const [folder, files] of makeRecordings()) {
  mkdirSync(path.join(RECORDINGS, folder), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const content = name.endsWith('.gz') ? gzipSync(text, { level: 9 }) : text;
    writeFileSync(path.join(RECORDINGS, folder, name), content);
  }
}
