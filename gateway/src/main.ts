import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// A third of the start is reading and compiling code that has not changed. The cache lies beside the packages, where
// only the installing user may write, because its content is executed. Without write access, as in an image, the
// start takes its full time.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/ledgergraph-gateway', import.meta.url)));

await import('./run-gateway.ts');
