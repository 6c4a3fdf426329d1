import {
  CloseCode,
  type ConnectionInitMessage,
  GRAPHQL_TRANSPORT_WS_PROTOCOL,
  type Message,
  MessageType,
  parseMessage,
  type SubscribeMessage,
  stringifyMessage,
} from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { Place } from '#/admission/callers.ts';
import { KEY_REFUSALS, Refused } from '#/admission/refused.ts';
import type { KnownKey } from '#/auth/key-answer.ts';
import type { WaitingStream } from '../held-results.ts';
import { StreamEnd } from '../stream-end.ts';
import { MessageFlow } from './message-flow.ts';
import type { SocketConcurrency } from './socket-concurrency.ts';
import { type Carrier, SocketSubscription, type SubscriptionDeps } from './socket-subscription.ts';

/** For `connection_init`. */
const INIT_MS = 3_000;
/** To read the last message and close the peer's side. */
const GRACE_MS = 5_000;
const TRY_AGAIN_LATER = 1013;
/** RFC 6455, 7.4.1. */
const POLICY_VIOLATION = 1008;
/** Before its key is accepted a peer needs only `connection_init`, and perhaps a ping. */
const MESSAGES_OF_STRANGER_MAX = 10;
/** It goes with each event. */
const ID_MAX = 128;

export interface SessionOptions extends SubscriptionDeps {
  place: Place;
  authorization: string | undefined;
  concurrency: SocketConcurrency;
  leave: () => void;
  /** Something was sent that does not leave at once. */
  onUnread: (characters: number) => void;
  blockedMaxMs?: number | undefined;
}

/**
 * One WebSocket of the protocol graphql-transport-ws, and the streams that it carries. Its key is judged again and again, its peer has
 * to read, its streams end with it, and a peer's fault is one line of the log.
 */
export class SocketSession {
  readonly #socket: WebSocket;
  readonly #options: SessionOptions;
  readonly #flow: MessageFlow;
  /** By id, until the client completes them. */
  readonly #subscriptions = new Map<string, SocketSubscription>();
  readonly #initTimer: NodeJS.Timeout;
  /** Undefined until the key is accepted. */
  #carrier: Carrier | undefined;
  #leaveKey: () => void = () => {};
  /** Empty for a stranger. */
  #teamId = '';
  #messages = 0;
  #isInitReceived = false;
  #isClosing = false;
  #awaitsPong = false;

  constructor(socket: WebSocket, options: SessionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#flow = new MessageFlow(socket, options.blockedMaxMs);
    this.#initTimer = setTimeout(
      () => this.close(CloseCode.ConnectionInitialisationTimeout, 'Connection initialisation timeout'),
      INIT_MS,
    ).unref();
    socket.on('error', (error) => {
      // A stranger must not fill the log.
      options.logger.debug({ err: error }, 'a WebSocket is closed for what its peer sent');
      this.close(CloseCode.BadRequest, 'Invalid message received');
    });
    socket.on('message', (data) => void this.#take(String(data)));
    socket.on('ping', () => this.#isPaced());
    socket.on('pong', () => {
      this.#awaitsPong = false;
      this.#isPaced();
    });
    socket.once('close', () => this.#onClosed());
    if (socket.protocol !== GRAPHQL_TRANSPORT_WS_PROTOCOL)
      this.close(CloseCode.SubprotocolNotAcceptable, 'Subprotocol not acceptable');
  }
  /** At the key, and at whether the peer reads. */
  look(): void {
    if (this.#flow.isStuck) this.close(TRY_AGAIN_LATER, 'SLOW_CONSUMER');
    if (this.#carrier === undefined || this.#isClosing) return;
    const found = this.#options.admission.callers.judge(this.#carrier.caller);
    if (found instanceof Promise) void found.then((late) => this.#hear(late));
    else this.#hear(found);
  }

  /** As `chooseOverfull` counts it. A stranger's sockets count together. */
  get unread(): WaitingStream {
    return { teamId: this.#teamId, blockedMs: this.#flow.unreadMs, held: [], own: this.#socket.bufferedAmount };
  }

  terminate(): void {
    this.#socket.terminate();
  }

  beat(): void {
    if (this.#isClosing) return;
    if (this.#awaitsPong && !this.#flow.isHeldUp) this.#socket.terminate();
    else {
      this.#awaitsPong = !this.#flow.isHeldUp;
      if (this.#awaitsPong) this.#socket.ping();
    }
  }

  /** Also of a peer that does not answer. */
  close(code: number, reason: string): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#socket.close(code, reason.slice(0, 120));
    setTimeout(() => this.#socket.terminate(), GRACE_MS).unref();
  }

  async #take(text: string): Promise<void> {
    if (this.#isClosing || !this.#isPaced()) return;
    this.#messages += 1;
    if (this.#carrier === undefined && this.#messages > MESSAGES_OF_STRANGER_MAX) {
      return this.close(CloseCode.Unauthorized, 'An API key is needed.');
    }
    let message: Message;
    try {
      message = parseMessage(text);
    } catch {
      return this.close(CloseCode.BadRequest, 'Invalid message received');
    }
    try {
      await this.#answer(message);
    } catch (error) {
      this.#options.logger.error({ err: error }, 'a message of a WebSocket could not be answered');
      this.close(CloseCode.InternalServerError, 'Internal error.');
    }
  }

  async #answer(message: Message): Promise<void> {
    switch (message.type) {
      case MessageType.ConnectionInit:
        return this.#connect(message);
      case MessageType.Ping:
        return this.#send(
          stringifyMessage({ type: MessageType.Pong, ...(message.payload && { payload: message.payload }) }),
        );
      case MessageType.Pong:
        return undefined;
      case MessageType.Subscribe:
        return this.#subscribe(message);
      case MessageType.Complete:
        this.#subscriptions.get(message.id)?.end(new StreamEnd('GONE'));
        // The client may use the id again at once.
        this.#subscriptions.delete(message.id);
        return undefined;
      default:
        return this.close(CloseCode.BadRequest, 'Invalid message received');
    }
  }

  /** By the key in the message, or in the header of the upgrade, which browsers cannot set. */
  async #connect({ payload }: ConnectionInitMessage): Promise<void> {
    if (this.#isInitReceived)
      return this.close(CloseCode.TooManyInitialisationRequests, 'Too many initialisation requests');
    this.#isInitReceived = true;
    clearTimeout(this.#initTimer);
    const { admission, place, authorization, concurrency, leave } = this.#options;
    const shown = payload?.authorization ?? payload?.Authorization;
    const caller = admission.callers.callerBy(typeof shown === 'string' ? shown : authorization, place);
    const found = await admission.callers.judge(caller);
    if (this.#isClosing) return;
    if (found instanceof Refused) return this.#refuse(found);
    // Its place as a stranger, or by the key of the upgrade.
    leave();
    const leaveKey = concurrency.hold(found);
    if (leaveKey === undefined) return this.close(TRY_AGAIN_LATER, 'This key has too many open WebSockets.');
    this.#leaveKey = leaveKey;
    this.#teamId = found.teamId;
    this.#carrier = {
      // The text of the key is no longer needed.
      caller: { ...caller, authorization: undefined },
      send: (text) => this.#send(text),
      cutOff: (reason, isAtOnce) => {
        if (isAtOnce) this.terminate();
        this.close(TRY_AGAIN_LATER, reason.code);
      },
    };
    await this.#send(stringifyMessage({ type: MessageType.ConnectionAck }));
  }

  async #subscribe({ id, payload }: SubscribeMessage): Promise<void> {
    if (this.#carrier === undefined) return this.close(CloseCode.Unauthorized, 'Unauthorized');
    if (id.length > ID_MAX) return this.close(CloseCode.BadRequest, `An id has at most ${ID_MAX} characters.`);
    if (this.#subscriptions.has(id))
      return this.close(CloseCode.SubscriberAlreadyExists, `Subscriber for ${id} already exists`);
    const subscription = new SocketSubscription(id, this.#carrier);
    this.#subscriptions.set(id, subscription);
    const { query, operationName, variables, extensions } = payload;
    const asked = { query, operationName: operationName || undefined, variables: variables ?? undefined };
    try {
      this.#hear(await subscription.run({ asked, extensions }, this.#options));
    } finally {
      if (this.#subscriptions.get(id) === subscription) this.#subscriptions.delete(id);
    }
  }

  /** A key that does not work ends the connection and its streams. */
  #hear(found: KnownKey | Refused | StreamEnd | undefined): void {
    const code = found !== undefined && 'code' in found ? found.code : undefined;
    if (code !== 'UNAUTHORIZED' && code !== 'FORBIDDEN') return;
    const reason = new StreamEnd(code);
    this.#endAll(reason);
    this.close(CloseCode.Forbidden, reason.message);
  }

  #refuse(refused: Refused): void {
    const { status, message } = refused;
    if (refused === KEY_REFUSALS.missing) this.close(CloseCode.Unauthorized, message);
    else this.close(status >= 429 ? TRY_AGAIN_LATER : CloseCode.Forbidden, message);
  }

  #onClosed(): void {
    this.#isClosing = true;
    clearTimeout(this.#initTimer);
    this.#options.leave();
    this.#leaveKey();
    this.#endAll(new StreamEnd('GONE'));
  }

  #endAll(reason: StreamEnd): void {
    for (const subscription of this.#subscriptions.values()) subscription.end(reason);
  }

  /** Never rejects: a socket that fails closes, and its streams end. */
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

  #isPaced(): boolean {
    if (this.#isClosing || this.#flow.take()) return true;
    this.close(POLICY_VIOLATION, 'Too many messages at once.');
    return false;
  }
}
