import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded into a gateway process before its own code (`--import`): says, when it is asked, what it holds. Never in a gateway whose speed is measured.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

process.on('message', () => {
  // What was resident while it worked, then what it holds.
  const { rss } = process.memoryUsage();
  collect();
  process.send?.({ rss, heap: process.memoryUsage().heapUsed });
});
