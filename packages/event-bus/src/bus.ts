import type { DescMessage, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import type { Subject } from '@ledgergraph/proto-schemas/subjects';

/** An event is only a hint, delivered at most once; the databases hold the truth. */
export interface Bus {
  /** The event is dropped if the bus is not reachable. */
  publish<Desc extends DescMessage>(subject: Subject, schema: Desc, message: MessageInitShape<Desc>): void;
  /** True when the broker has the event, false when it could not be reached. */
  publishConfirmed<Desc extends DescMessage>(
    subject: Subject,
    schema: Desc,
    message: MessageInitShape<Desc>,
  ): Promise<boolean>;
  /** Returns a function that stops it. A message that does not decode is dropped; one line a minute reports them. */
  subscribe<Desc extends DescMessage>(
    subject: Subject,
    schema: Desc,
    handler: (event: MessageShape<Desc>) => void | Promise<void>,
  ): () => void;
  isConnected(): boolean;
  close(): Promise<void>;
}
