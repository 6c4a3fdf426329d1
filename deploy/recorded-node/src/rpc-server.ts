import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { guardSockets } from '@ledgergraph/service-kit/http/guard-sockets';
import { type AnswerCall, answerBody, type HttpAnswer } from './answer-body.ts';
import type { Fault, FaultSwitch } from './fault.ts';
import { RPC_CODES, RpcError } from './rpc-error.ts';

/** The daemon waits this long before it refuses a password, against guessing. */
const UNAUTHORIZED_DELAY_MS = 250;
const REQUEST_MS = 30_000;
/** Without a byte in either direction, longer than any of our callers waits. */
const SILENCE_MS = 90_000;
/** Interval for checking `REQUEST_MS`. */
const LOOK_MS = 5_000;
/** MAX_SIZE of the daemon's serialize.h. */
const BODY_BYTES_MAX = 0x02000000;
const WARM_UP_MESSAGE = 'Loading block index...';
/** The coinbase's txid, in a block with its transactions. */
const FIRST_TXID = /"txid":"[0-9a-f]{64}"/;
const WRONG_TXID = '00'.repeat(32);

export interface RpcServerOptions {
  host: string;
  port: number;
  user: string;
  password: string;
}

export interface RpcServerControls {
  faults: FaultSwitch;
  latencyMs: () => number;
  holdMs?: () => number;
}

/** POST with Basic auth at `/`; the rest is refused as the daemon does (docs/verus/rpc.md#calls-and-errors). */
export async function startRpcServer(
  options: RpcServerOptions,
  answerCall: AnswerCall,
  controls: RpcServerControls,
): Promise<Server> {
  const expected = Buffer.from(`Basic ${Buffer.from(`${options.user}:${options.password}`).toString('base64')}`);
  const bounds = { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS, connectionsCheckingInterval: LOOK_MS };
  const server = createServer(bounds, (request, response) => {
    handle(request, response, expected, answerCall, controls).catch((error: unknown) => {
      // A bug of this node, which must be seen: no request can cause it.
      queueMicrotask(() => {
        throw error;
      });
    });
  });

  guardSockets(server);
  server.setTimeout(SILENCE_MS);
  server.listen(options.port, options.host);
  await once(server, 'listening');
  return server;
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  expected: Buffer,
  answerCall: AnswerCall,
  { faults, latencyMs, holdMs = () => 0 }: RpcServerControls,
): Promise<void> {
  const body = await readBody(request);
  if (body === undefined) return;
  const fault = faults.take();
  if (fault?.kind === 'silent') return;
  if (fault?.kind === 'reset') request.socket.resetAndDestroy();
  else if (fault?.kind === 'work-queue-full') send(response, plain(500, 'Work queue depth exceeded'));
  else if (request.url !== '/') send(response, html(404, ''));
  else if (request.method !== 'POST') send(response, html(405, 'JSONRPC server handles only POST requests'));
  else if (!isAuthorized(request, expected)) {
    await sleep(UNAUTHORIZED_DELAY_MS);
    response.setHeader('WWW-Authenticate', 'Basic realm="jsonrpc"');
    send(response, html(401, ''));
  } else {
    if (latencyMs() > 0) await sleep(latencyMs());
    const answer = answerBody(answerCall, body, refusalOf(fault));
    const heldMs = holdMs();
    if (heldMs > 0) await sleep(heldMs);
    respond(response, answer, fault);
  }
}

function refusalOf(fault: Fault | null): RpcError | null {
  if (fault?.kind === 'warming-up') return new RpcError(RPC_CODES.WARMING_UP, fault.message ?? WARM_UP_MESSAGE);
  return fault?.kind === 'rpc-error' ? new RpcError(RPC_CODES.MISC, fault.message ?? 'refused') : null;
}

function respond(response: ServerResponse, answer: HttpAnswer, fault: Fault | null): void {
  const { body } = answer;
  if (fault?.kind === 'malformed') {
    send(response, { ...answer, body: body.subarray(0, body.length / 2) });
  } else if (fault?.kind === 'damaged') {
    const damaged = body.toString('utf8').replace(FIRST_TXID, `"txid":"${WRONG_TXID}"`);
    send(response, { ...answer, body: Buffer.from(damaged) });
  } else if (fault?.kind === 'truncated') {
    response.writeHead(answer.status, { 'Content-Type': answer.contentType, 'Content-Length': body.length });
    response.write(body.subarray(0, body.length / 2), () => response.destroy());
  } else {
    send(response, answer);
  }
}

function send(response: ServerResponse, { status, contentType, body }: HttpAnswer): void {
  response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': body.length }).end(body);
}

function isAuthorized(request: IncomingMessage, expected: Buffer): boolean {
  const given = Buffer.from(request.headers.authorization ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Undefined when the client left early or sent too much; its connection is then closed. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      bytes += chunk.length;
      if (bytes > BODY_BYTES_MAX) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function html(status: number, body: string): HttpAnswer {
  return { status, contentType: 'text/html', body: Buffer.from(body) };
}

function plain(status: number, body: string): HttpAnswer {
  return { status, contentType: 'text/plain', body: Buffer.from(body) };
}
