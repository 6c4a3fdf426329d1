import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
  process: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  attributes: Record<string, string | number>;
}

interface Value {
  stringValue?: string;
  intValue?: string | number;
}
type Attributes = { key: string; value: Value }[];
interface Export {
  resourceSpans: {
    resource: { attributes: Attributes };
    scopeSpans: {
      spans: { name: string; traceId: string; spanId: string; parentSpanId?: string; attributes?: Attributes }[];
    }[];
  }[];
}

/** POST /v1/traces, OTLP in JSON. */
export class TraceReceiver {
  readonly spans: ReceivedSpan[] = [];
  readonly bodies: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      request.on('end', () => {
        this.#take(body);
        response.setHeader('content-type', 'application/json').end('{}');
      });
    });
  }

  static async start(): Promise<TraceReceiver> {
    const receiver = new TraceReceiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #take(body: string): void {
    this.bodies.push(body);
    for (const { resource, scopeSpans } of (JSON.parse(body) as Export).resourceSpans) {
      const process = String(readAttributes(resource.attributes)['service.name']);
      for (const { spans } of scopeSpans) {
        for (const { attributes = [], parentSpanId = '', ...span } of spans) {
          this.spans.push({ ...span, process, parentSpanId, attributes: readAttributes(attributes) });
        }
      }
    }
  }
}

function readAttributes(attributes: Attributes): Record<string, string | number> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));
}
