import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded into a gateway by `--import`: reports its memory on request. Never where speed is measured.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

process.on('message', () => {
  // Resident while it worked; the heap after a collection.
  const { rss } = process.memoryUsage();
  collect();
  process.send?.({ rss, heap: process.memoryUsage().heapUsed });
});
