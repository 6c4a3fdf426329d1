import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { isBadPort } from '@ledgergraph/service-kit/bad-ports';

/** A TCP port on 127.0.0.1 that nothing listens on at this moment, and that fetch connects to. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    // A system may be set to give out low ports too.
    if (!isBadPort(port)) return port;
  }
}
