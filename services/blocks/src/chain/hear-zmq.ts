import type { Logger } from '@ledgergraph/service-kit/logger';

/**
 * Calls `onBlock` whenever the node announces a block on ZMQ. An announcement is only a hint, and polling goes on: the daemon
 * leaves blocks out (observed notes §8), and a publisher that is away is silent.
 * @param url tcp address of `-zmqpubhashblock`
 * @returns a function that stops it
 */
export async function hearZmq(url: string, logger: Logger, onBlock: () => void): Promise<() => Promise<void>> {
  // A native addon, loaded on use: an installation without ZMQ need not be able to load it.
  const { Subscriber } = await import('zeromq');
  const socket = new Subscriber();
  socket.connect(url);
  socket.subscribe('hashblock');
  const listening = listen(socket, onBlock).catch((error: unknown) =>
    logger.warn({ err: error }, 'ZMQ hints ended; polling goes on'),
  );
  return async () => {
    socket.close();
    await listening;
  };
}

async function listen(socket: AsyncIterable<unknown>, onBlock: () => void): Promise<void> {
  for await (const _ of socket) onBlock();
}
