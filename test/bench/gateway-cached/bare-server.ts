import { createServer } from 'node:http';

/** The rival: Node's own HTTP server, which answers whatever it is asked with what it was told, bytes and headers. */
interface Told {
  status: number;
  headers: Record<string, string>;
  body: string;
}

let status = 200;
let headers: Record<string, string> = {};
let body = Buffer.alloc(0);

process.on('message', (message) => {
  const told = message as Told;
  status = told.status;
  headers = told.headers;
  body = Buffer.from(told.body);
  process.send?.('told');
});
createServer((_request, response) => {
  response.writeHead(status, headers);
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit());
process.on('disconnect', () => process.exit());
