import type { Logger } from '@ledgergraph/service-kit/logger';

export interface ZmqListener {
  onBlock: () => void;
  /** It entered the mempool or a block, or left a block: the announcement does not state which. */
  onTransaction: () => void;
}

/** Only hints: the daemon leaves blocks out and announces no removals from the mempool (docs/verus/mempool.md#announcements). */
export async function onZmq(url: string, logger: Logger, listener: ZmqListener): Promise<() => Promise<void>> {
  // A native addon, loaded on use: an installation without ZMQ need not be able to load it.
  const { Subscriber } = await import('zeromq');
  const socket = new Subscriber();
  socket.connect(url);
  socket.subscribe('hashblock', 'hashtx');
  const listening = listen(socket, listener).catch((error: unknown) =>
    logger.warn({ err: error }, 'ZMQ hints ended; polling goes on'),
  );
  return async () => {
    socket.close();
    await listening;
  };
}

async function listen(socket: AsyncIterable<Buffer[]>, { onBlock, onTransaction }: ZmqListener): Promise<void> {
  for await (const [topic] of socket) {
    if (topic?.toString('latin1') === 'hashblock') onBlock();
    else onTransaction();
  }
}
