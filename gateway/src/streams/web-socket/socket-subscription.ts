import { GraphQLError } from 'graphql';
import { MessageType, stringifyMessage } from 'graphql-ws';
import type { Logger } from 'pino';
import type { Admission } from '#/admission/admission.ts';
import type { Caller } from '#/admission/callers.ts';
import { Refused } from '#/admission/refused.ts';
import type { EventStream } from '../event-stream.ts';
import { type OpenStreamDeps, openStream, type StreamOrder } from '../open-stream.ts';
import type { OpenStreams } from '../open-streams.ts';
import { endMessage, StreamEnd, toStreamEnd } from '../stream-end.ts';

export interface SubscriptionDeps {
  admission: Admission;
  streams: OpenStreams;
  streamDeps: OpenStreamDeps;
  logger: Logger;
}

export interface Carrier {
  caller: Caller;
  /** When the message has left, or never will. Never rejects. */
  send: (text: string) => Promise<void>;
  /** Events are not read. @param isAtOnce see `HeldStream` */
  cutOff: (reason: StreamEnd, isAtOnce: boolean) => void;
}

export class SocketSubscription {
  readonly #id: string;
  readonly #carrier: Carrier;
  #stream: EventStream | undefined;
  #endedBy: StreamEnd | undefined;

  constructor(id: string, carrier: Carrier) {
    this.#id = id;
    this.#carrier = carrier;
  }

  /** @returns why it ended, or was refused for its caller */
  async run(order: Omit<StreamOrder, 'pass'>, deps: SubscriptionDeps): Promise<StreamEnd | Refused | undefined> {
    // With its key as it is now, not as it was when the socket was opened.
    const pass = await deps.admission.admit(this.#carrier.caller, order.asked);
    if (pass instanceof Refused) {
      await this.#refuse(refusal(pass.code, pass.message, pass.retryAfterS));
      return pass;
    }
    try {
      if (deps.streams.isDraining) throw new StreamEnd('RECONNECT', 'This gateway is about to stop.');
      this.#stream = await openStream(deps.streamDeps, { ...order, pass });
    } catch (error) {
      pass.giveBack();
      if (error instanceof AggregateError) await this.#refuse(...(error.errors as GraphQLError[]));
      else {
        const { code, message } = toStreamEnd(error);
        if (code === 'INTERNAL_SERVER_ERROR') deps.logger.error({ err: error }, 'a stream could not be opened');
        await this.#refuse(refusal(code, message));
      }
      return undefined;
    }
    return this.#sendEvents(this.#stream, deps);
  }

  /** Also while the stream is being opened. Only the first call counts. */
  end(reason: StreamEnd): void {
    if (this.#endedBy !== undefined) return;
    this.#endedBy = reason;
    if (this.#stream === undefined) return;
    this.#stream.end(reason);
    if (reason.code === 'GONE') return;
    void this.#sendNext(JSON.stringify(endMessage(reason, this.#stream.cursor)));
    void this.#carrier.send(stringifyMessage({ id: this.#id, type: MessageType.Complete }));
  }

  async #sendEvents(stream: EventStream, { streams, logger }: SubscriptionDeps): Promise<StreamEnd> {
    if (this.#endedBy !== undefined) stream.end(this.#endedBy);
    const release = streams.hold({
      stream,
      beat: () => {},
      cutOff: (reason, isAtOnce) => {
        this.end(reason);
        this.#carrier.cutOff(reason, isAtOnce);
      },
    });
    const end = await stream.sendTo(({ text }) => this.#sendNext(text), logger);
    release(end.code);
    this.end(end);
    return end;
  }

  /** @param result JSON */
  #sendNext(result: string): Promise<void> {
    return this.#carrier.send(`{"id":${JSON.stringify(this.#id)},"type":"${MessageType.Next}","payload":${result}}`);
  }

  /** Its id is free when the refusal has left: a peer that does not read gets no further. */
  async #refuse(...errors: GraphQLError[]): Promise<void> {
    if (this.#endedBy !== undefined) return;
    const payload = errors.map((error) => error.toJSON());
    await this.#carrier.send(stringifyMessage({ id: this.#id, type: MessageType.Error, payload }));
  }
}

function refusal(code: string, message: string, retryAfter?: number): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...(retryAfter !== undefined && { retryAfter }) } });
}
