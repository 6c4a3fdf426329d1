import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { makeRecordings } from './make-recordings.ts';

const RECORDINGS = path.join(import.meta.dirname, '../../../recordings');

test('the recordings of the demo’s live networks are what the generator makes', () => {
  for (const [folder, files] of makeRecordings()) {
    for (const [name, text] of Object.entries(files)) {
      const bytes = readFileSync(path.join(RECORDINGS, folder, name));
      const stored = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
      // The test runner would print megabytes.
      if (stored !== text)
        throw new Error(`${folder}/${name} is old: node test/generators/src/demo-recordings/main.ts`);
    }
  }
});
