import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = (body: string, response: ServerResponse, request: IncomingMessage) => void;

/** Answers come from a list, the last one for ever. For tests of the client alone. */
export class ScriptedNode {
  readonly bodies: string[] = [];
  readonly #server: Server;
  readonly #answers: Answer[];

  constructor(answers: Answer[]) {
    this.#answers = answers;
    this.#server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', () => {
        this.bodies.push(body);
        const answer = this.#answers.length > 1 ? this.#answers.shift() : this.#answers[0];
        answer?.(body, response, request);
      });
    });
  }

  static async start(...answers: Answer[]): Promise<ScriptedNode> {
    const node = new ScriptedNode(answers);
    await new Promise<void>((resolve) => node.#server.listen(0, '127.0.0.1', resolve));
    return node;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export function text(body: string, status = 200): Answer {
  return (_body, response) => {
    response.writeHead(status).end(body);
  };
}

export function result(json: string): Answer {
  return text(`{"result":${json},"error":null,"id":0}\n`);
}

export function failure(code: number, message: string): Answer {
  return text(JSON.stringify({ result: null, error: { code, message }, id: 0 }), code === -32601 ? 404 : 500);
}
