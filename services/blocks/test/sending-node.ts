import type { ServerResponse } from 'node:http';
import { ScriptedNode } from '#/verus-rpc/scripted-node.ts';
import { VRSCTEST } from './apply-recording.ts';

export type Reaction = { result: unknown } | { code: number; message: string } | 'silent' | 'cut off';

const NOT_FOUND: Reaction = { code: -5, message: 'No information available about transaction' };

/** Serves VRSCTEST to the survey, and keeps the calls that it got. */
export class SendingNode {
  readonly calls: { method: string; params: unknown[] }[] = [];
  /** Answer to sendrawtransaction. */
  onSend: () => Reaction = () => ({ result: '00'.repeat(32) });
  /** Answer to getrawtransaction. */
  onLookUp: () => Reaction = () => NOT_FOUND;
  /** Answer to what is passed for clients. */
  onOther: (() => Reaction) | undefined;
  height = 473;
  #server: ScriptedNode | undefined;

  static async start(): Promise<SendingNode> {
    const node = new SendingNode();
    node.#server = await ScriptedNode.start((body, response) => node.#answer(body, response));
    return node;
  }

  get url(): string {
    return this.#server?.url ?? '';
  }

  get sent(): number {
    return this.calls.filter(({ method }) => method === 'sendrawtransaction').length;
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  #answer(body: string, response: ServerResponse): void {
    const { method, params } = JSON.parse(body) as { method: string; params: unknown[] };
    this.calls.push({ method, params });
    const reaction = this.#react(method);
    if (reaction === 'silent') return;
    if (reaction === 'cut off') response.destroy();
    else if ('code' in reaction) reply(response, 500, { result: null, error: reaction });
    else reply(response, 200, { result: reaction.result, error: null });
  }

  #react(method: string): Reaction {
    if (method === 'sendrawtransaction') return this.onSend();
    if (method === 'getrawtransaction') return this.onLookUp();
    if (method === 'getblockcount') return { result: this.height };
    if (method !== 'getblockchaininfo' && this.onOther !== undefined) return this.onOther();
    return {
      result: {
        chainid: VRSCTEST,
        name: 'VRSCTEST',
        blocks: this.height,
        headers: this.height,
        bestblockhash: 'ab'.repeat(32),
        chainwork: '01'.repeat(32),
        chainstake: '01'.repeat(32),
      },
    };
  }
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status).end(JSON.stringify({ ...body, id: 0 }));
}

/** Answers of getrawtransaction. */
export const IN_POOL: Reaction = { result: { txid: 'x' } };
export const IN_BLOCK: Reaction = { result: { txid: 'x', blockhash: 'ab'.repeat(32), confirmations: 3 } };
export const IN_ORPHAN: Reaction = { result: { txid: 'x', blockhash: 'ab'.repeat(32), confirmations: -1, height: -1 } };
