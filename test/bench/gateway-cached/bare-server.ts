import { createServer } from 'node:http';

/** The rival: Node's HTTP server repeats the same bytes and headers. */
interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

let status = 200;
let headers: Record<string, string> = {};
let body = Buffer.alloc(0);

process.on('message', (message) => {
  const answer = message as Answer;
  status = answer.status;
  headers = answer.headers;
  body = Buffer.from(answer.body);
  process.send?.('set');
});
createServer((_request, response) => {
  response.writeHead(status, headers);
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit());
process.on('disconnect', () => process.exit());
