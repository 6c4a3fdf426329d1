import { createServer, type ServerResponse } from 'node:http';
import { readClock } from '../measure/clock.ts';

// The rival: writes each message of its parent to all open connections.
const open = new Set<ServerResponse>();

createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
  response.write('id: 0\n\n');
  open.add(response);
  response.on('close', () => open.delete(response));
}).listen(Number(process.env.PORT), '127.0.0.1');

process.on('message', (text) => {
  process.send?.({ receivedAt: readClock() });
  for (const response of open) response.write(text as string);
});
process.on('SIGTERM', () => process.exit());
process.on('disconnect', () => process.exit());
