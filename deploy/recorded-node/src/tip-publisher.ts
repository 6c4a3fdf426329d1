import { Publisher } from 'zeromq';

/** Announces new tips as verusd's `-zmqpubhashblock` does. */
export interface TipPublisher {
  url: string;
  /** Three frames: topic, hash in display byte order, running number of the topic (32 bits, little endian). */
  announce(hash: string): Promise<void>;
  close(): void;
}

/** @param port 0 takes a free one */
export async function startTipPublisher(host: string, port: number): Promise<TipPublisher> {
  const socket = new Publisher({ linger: 0 });
  await socket.bind(`tcp://${host}:${port === 0 ? '*' : port}`);
  let sequence = 0;
  // A socket takes one message at a time.
  let sent: Promise<void> = Promise.resolve();
  return {
    url: socket.lastEndpoint ?? '',
    async announce(hash) {
      const counter = Buffer.alloc(4);
      counter.writeUInt32LE(sequence);
      sequence = (sequence + 1) >>> 0;
      sent = sent.then(() => socket.send(['hashblock', Buffer.from(hash, 'hex'), counter]));
      await sent;
    },
    close() {
      socket.close();
    },
  };
}
