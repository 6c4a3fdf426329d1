import type { DescMessage, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import type { Subject } from '@ledgergraph/proto-schemas/subjects';

/** Broadcast of small events between processes. An event is only a hint, delivered at most once; the databases hold the truth. */
export interface Bus {
  /** Sends if the bus is reachable; otherwise the event is dropped, as receivers must tolerate anyway. */
  publish<Desc extends DescMessage>(subject: Subject, schema: Desc, message: MessageInitShape<Desc>): void;
  /** Resolves true when the broker has the event, false when the broker could not be reached. */
  publishConfirmed<Desc extends DescMessage>(
    subject: Subject,
    schema: Desc,
    message: MessageInitShape<Desc>,
  ): Promise<boolean>;
  /** Calls the handler for each event; returns a function that stops it. A message that does not decode is dropped, and one line a minute reports them together. */
  subscribe<Desc extends DescMessage>(
    subject: Subject,
    schema: Desc,
    handler: (event: MessageShape<Desc>) => void | Promise<void>,
  ): () => void;
  isConnected(): boolean;
  close(): Promise<void>;
}
