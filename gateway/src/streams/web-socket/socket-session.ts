import { CloseCode, type Server } from 'graphql-ws';
import type { Logger } from 'pino';
import type { RawData, WebSocket } from 'ws';
import type { Admission } from '#/admission/admission.ts';
import type { Caller, Place } from '#/admission/callers.ts';
import { KEY_REFUSALS, Refused } from '#/admission/refused.ts';
import type { KnownKey } from '#/auth/key-answer.ts';
import type { WaitingStream } from '../held-results.ts';
import { StreamEnd } from '../stream-end.ts';
import { CompletedIds, type TakeMessage } from './completed-ids.ts';
import { MessageFlow } from './message-flow.ts';
import type { SocketRooms } from './socket-rooms.ts';
import { SocketSubscriptions, type Subscription } from './socket-subscriptions.ts';

/** Time that a peer has to read the last message and to close its side. */
const GRACE_MS = 5_000;
const TRY_AGAIN_LATER = 1013;
/** RFC 6455, 7.4.1: the message breaks a rule of this server. */
const POLICY_VIOLATION = 1008;
/** Before its key is accepted a peer has nothing to send but `connection_init`, and perhaps a ping. */
const MESSAGES_OF_STRANGER_MAX = 10;
/** Characters of a subscription's id, which goes with each of its events. */
const ID_MAX = 128;

/** The library, which speaks the protocol of all sockets. */
export type Protocol = Pick<Server<{ session: SocketSession }>, 'opened'>;

export interface SessionOptions {
  /** Where the peer is. */
  place: Place;
  /** Header of the upgrade. */
  authorization: string | undefined;
  admission: Admission;
  rooms: SocketRooms;
  /** Called when the peer is no longer one that has shown no key. */
  leave: () => void;
  /** Something was sent that does not leave at once. */
  onUnread: (characters: number) => void;
  logger: Logger;
  /** Milliseconds for which a peer may leave what was sent unread. */
  unreadMs?: number | undefined;
}

/**
 * One WebSocket: who is at its other end, and the streams that it carries. It answers for what the library of the protocol does not: that
 * its key still works, that its peer reads, that its streams end with it, and that a peer's fault is one line of the log.
 */
export class SocketSession {
  readonly #socket: WebSocket;
  readonly #options: SessionOptions;
  readonly #flow: MessageFlow;
  readonly #subscriptions = new SocketSubscriptions((text) => void this.#send(text));
  readonly #completed = new CompletedIds((id) => this.#subscriptions.whenFree(id));
  #caller: Caller | undefined;
  #leaveKey: () => void = () => {};
  /** Empty for a stranger. */
  #teamId = '';
  #messages = 0;
  #isClosing = false;
  #awaitsPong = false;

  constructor(socket: WebSocket, options: SessionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#flow = new MessageFlow(socket, options);
  }

  /** Undefined until its key is accepted. */
  get caller(): Caller | undefined {
    return this.#caller;
  }

  /** Lets the library speak the protocol with the peer. */
  run(protocol: Protocol): void {
    const socket = this.#socket;
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => this.#send(text),
        close: (code = CloseCode.InternalServerError, reason) => this.close(code, reason ?? ''),
        onMessage: (take) => socket.on('message', (data) => void this.#take(data, take)),
      },
      { session: this },
    );
    socket.on('error', (error) => this.#fail(error));
    socket.on('ping', () => this.#isPaced());
    socket.on('pong', () => {
      this.#awaitsPong = false;
      this.#isPaced();
    });
    socket.once('close', (code, reason) => {
      this.#isClosing = true;
      this.#options.leave();
      this.#leaveKey();
      // Whatever the library knows of them.
      this.#subscriptions.endAll(new StreamEnd('GONE'));
      closed(code, String(reason)).catch((error: unknown) => this.#options.logger.error({ err: error }, 'a WebSocket'));
    });
  }

  /**
   * Accepts the peer by the key that it shows.
   * @param shown the key as it stands in `connection_init`, in place of a header, which browsers cannot set
   * @returns false where it is refused, and the socket closes
   */
  async connect(shown: string | undefined): Promise<boolean> {
    const { admission, place, authorization, rooms, leave } = this.#options;
    const caller = admission.callers.callerBy(shown ?? authorization, place);
    const found = await admission.callers.judge(caller);
    if (this.#isClosing) return false;
    if (found instanceof Refused) {
      this.#refuse(found);
      return false;
    }
    // Its place as a stranger, or by the key of the upgrade.
    leave();
    const leaveKey = rooms.hold(found);
    if (leaveKey === undefined) {
      this.close(TRY_AGAIN_LATER, 'This key has too many open WebSockets.');
      return false;
    }
    this.#leaveKey = leaveKey;
    this.#teamId = found.teamId;
    // The text of the key has done its work.
    this.#caller = { ...caller, authorization: undefined };
    return true;
  }

  /** Begins a subscription. @returns undefined, and closes, where its id is too long or is one of another that has not ended */
  begin(id: string): Subscription | undefined {
    if (id.length > ID_MAX) this.close(CloseCode.BadRequest, `An id has at most ${ID_MAX} characters.`);
    const begun = id.length > ID_MAX ? undefined : this.#subscriptions.begin(id);
    // The library would mix the two up.
    if (begun === undefined) this.close(CloseCode.SubscriberAlreadyExists, `Subscriber for ${id} already exists`);
    return begun;
  }

  /** A subscription has ended by this code. A key that does not work ends the socket too. */
  ended(subscription: Subscription, code: string): void {
    // First, so that this one also gets the reason.
    if (code === 'UNAUTHORIZED' || code === 'FORBIDDEN') this.#end(new StreamEnd(code), CloseCode.Forbidden);
    subscription.end();
  }

  /** Ends a subscription whose events are not read, and the connection with it. */
  cutOff(subscription: Subscription, reason: StreamEnd, isAtOnce: boolean): void {
    if (isAtOnce) this.#socket.terminate();
    subscription.sendEnd(reason);
    this.close(TRY_AGAIN_LATER, reason.code);
  }

  /** Looks whether the key still works, and whether the peer reads. */
  look(): void {
    if (this.#flow.isStuck) this.close(TRY_AGAIN_LATER, 'SLOW_CONSUMER');
    if (this.#caller === undefined || this.#isClosing) return;
    const found = this.#options.admission.callers.judge(this.#caller);
    if (found instanceof Promise) void found.then((late) => this.#hear(late));
    else this.#hear(found);
  }

  /** Bytes that the peer has not read, as `chooseOverfull` counts it. A stranger's sockets count together. */
  get unread(): WaitingStream {
    return { teamId: this.#teamId, blockedMs: this.#flow.unreadMs, held: [], own: this.#socket.bufferedAmount };
  }

  /** Ends the connection now, with all that waits to be read. */
  terminate(): void {
    this.#socket.terminate();
  }

  /** Asks for a sign of life. */
  beat(): void {
    if (this.#isClosing) return;
    if (this.#awaitsPong && !this.#flow.isHeldUp) this.#socket.terminate();
    else {
      this.#awaitsPong = !this.#flow.isHeldUp;
      if (this.#awaitsPong) this.#socket.ping();
    }
  }

  /** Closes the connection, also of a peer that does not answer. */
  close(code: number, reason: string): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#socket.close(code, reason.slice(0, 120));
    setTimeout(() => this.#socket.terminate(), GRACE_MS).unref();
  }

  /** Closes for a key that was refused. */
  refuse(refused: Refused): void {
    if (refused.code === 'UNAUTHORIZED' || refused.code === 'FORBIDDEN') {
      this.#end(new StreamEnd(refused.code), CloseCode.Forbidden);
    }
  }

  #hear(found: KnownKey | Refused): void {
    if (found instanceof Refused) this.refuse(found);
  }

  #refuse(refused: Refused): void {
    const { status, message } = refused;
    if (refused === KEY_REFUSALS.missing) this.close(CloseCode.Unauthorized, message);
    else this.close(status >= 429 ? TRY_AGAIN_LATER : CloseCode.Forbidden, message);
  }

  #end(reason: StreamEnd, code: number): void {
    this.#subscriptions.endAll(reason);
    this.close(code, reason.message);
  }

  /** Never rejects: a socket that fails closes, and its streams end with it. */
  #send(text: string): Promise<void> {
    const socket = this.#socket;
    return new Promise((resolve) => {
      if (socket.readyState !== socket.OPEN) return resolve();
      socket.send(text, () => {
        this.#flow.sent();
        resolve();
      });
      if (socket.bufferedAmount > 0) this.#options.onUnread(text.length);
    });
  }

  async #take(data: RawData, take: TakeMessage): Promise<void> {
    if (this.#isClosing || !this.#isPaced()) return;
    this.#messages += 1;
    if (this.#caller === undefined && this.#messages > MESSAGES_OF_STRANGER_MAX) {
      return this.close(CloseCode.Unauthorized, 'An API key is needed.');
    }
    try {
      await this.#completed.take(String(data), take);
    } catch (error) {
      this.#fail(error);
    }
  }

  #isPaced(): boolean {
    if (this.#isClosing || this.#flow.take()) return true;
    this.close(POLICY_VIOLATION, 'Too many messages at once.');
    return false;
  }

  /** A message that cannot be answered: by the library's rules, which is the peer's fault, or by a fault of ours. */
  #fail(error: unknown): void {
    if (this.#isClosing) return;
    const { logger } = this.#options;
    // A stranger must not fill the log.
    if (isOfPeer(error)) logger.debug({ err: error }, 'a WebSocket is closed for what its peer sent');
    else logger.error({ err: error }, 'a message of a WebSocket could not be answered');
    if (isOfPeer(error)) this.close(CloseCode.BadRequest, 'Invalid message received');
    else this.close(CloseCode.InternalServerError, 'Internal error.');
  }
}

/** Errors of the connection carry a code; the library throws this one for a message that only a server may send. */
function isOfPeer(error: unknown): boolean {
  return error instanceof Error && ('code' in error || /^Unexpected message of type/.test(error.message));
}
