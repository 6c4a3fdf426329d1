import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export class CuttingProxy {
  readonly #open = new Set<Socket>();
  readonly #server = createServer((client) => this.#serve(client));
  readonly #port: number;
  #isCut = false;
  /** Includes those that were cut. */
  connections = 0;

  private constructor(gatewayUrl: string) {
    this.#port = Number(new URL(gatewayUrl).port);
  }

  static async start(gatewayUrl: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(gatewayUrl);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/graphql`;
  }

  /** No one gets in until it is mended. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#open) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  stop(): void {
    this.cut();
    this.#server.close();
  }

  #serve(client: Socket): void {
    if (this.#isCut) return void client.destroy();
    this.connections += 1;
    const gateway = connect(this.#port, '127.0.0.1');
    client.pipe(gateway).pipe(client);
    for (const socket of [client, gateway]) {
      this.#open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#open.delete(socket);
        client.destroy();
        gateway.destroy();
      });
    }
  }
}
