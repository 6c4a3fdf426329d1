import { once } from 'node:events';
import WebSocket from 'ws';

/** It keeps only the rules that a test lets it keep. */
export class SocketPeer {
  readonly socket: WebSocket;
  readonly received: { type: string; id?: string; payload?: unknown }[] = [];
  /** 1006: cut off. Undefined while it is open. */
  closeCode: number | undefined;

  port = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('error', () => {});
    socket.on('message', (data) => this.received.push(JSON.parse(String(data))));
    socket.on('close', (code) => {
      this.closeCode = code;
    });
  }

  /** @param gatewayUrl http or https @throws Error with the status when the gateway does not open it */
  static async open(gatewayUrl: string, options: WebSocket.ClientOptions = {}): Promise<SocketPeer> {
    const socket = new WebSocket(`${gatewayUrl.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws', {
      perMessageDeflate: false,
      ...options,
    });
    const peer = new SocketPeer(socket);
    await once(socket, 'open');
    const { _socket: raw } = socket as unknown as { _socket: { localPort: number } };
    peer.port = raw.localPort;
    return peer;
  }

  init(key?: string): void {
    this.send({ type: 'connection_init', ...(key !== undefined && { payload: { authorization: `Bearer ${key}` } }) });
  }

  subscribe(id: string, query: string, variables?: Record<string, unknown>): void {
    this.send({ id, type: 'subscribe', payload: { query, variables } });
  }

  send(message: object | string): void {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Reads again. @returns true when the connection has ended */
  hasSeenEnd(): boolean {
    this.socket.resume();
    return this.closeCode !== undefined;
  }

  stopReading(): void {
    this.socket.pause();
  }

  /** TCP reset. */
  reset(): void {
    const { _socket: raw } = this.socket as unknown as { _socket: { resetAndDestroy(): void } | null };
    raw?.resetAndDestroy();
  }

  errorOf(id: string): string | undefined {
    const message = this.received.find((one) => one.id === id && one.type === 'error');
    return (message?.payload as { extensions?: { code?: string } }[] | undefined)?.[0]?.extensions?.code;
  }

  close(): void {
    this.socket.terminate();
  }
}
