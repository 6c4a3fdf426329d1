import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded into a gateway process before its own code (`--import`): reports on request the memory that it holds. Never
// in a gateway whose speed is measured.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

process.on('message', () => {
  // Reads the resident memory while it worked, then after a collection.
  const { rss } = process.memoryUsage();
  collect();
  process.send?.({ rss, heap: process.memoryUsage().heapUsed });
});
