import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { keepTickShape } from './keep-tick-shape.ts';

// A third of a start is reading and compiling code that has not changed. Beside the packages, where only who installs may write: what is in it is run.
// Where nobody may write, in an image, the start is as long as it was.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/ledgergraph-gateway', import.meta.url)));

// Before anything is collected.
await keepTickShape();

await import('./run-gateway.ts');
