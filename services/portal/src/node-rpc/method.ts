import type { JsonValue } from '@ledgergraph/verus-protocol/lossless-json';
import type { GatewayAnswer, ReadBlock, Values } from '#/gateway/gateway-client.ts';
import type { Json, JsonMembers } from './json.ts';

/** A stream of values is sent as one list, without being held. */
export type Answer = Json | AsyncIterable<Json> | ListInObject;

/** An object whose first member is a stream. */
export class ListInObject {
  readonly name: string;
  readonly values: AsyncIterable<Json>;
  readonly others: JsonMembers;

  /** @param others at least one member */
  constructor(name: string, values: AsyncIterable<Json>, others: JsonMembers) {
    this.name = name;
    this.values = values;
    this.others = others;
  }
}

export interface Method {
  /** As verusd calls it. */
  readonly name: string;
  readonly family: Family;
  /** `node`: the followed node answers about its latest block. */
  readonly answeredBy: 'rows' | 'node';
  /** @throws RpcError, Refusal */
  readonly run: (call: Call) => Promise<Answer>;
}

export type Family = 'addresses' | 'blocks' | 'mempool' | 'identities' | 'currencies' | 'node';

export interface Page {
  readonly items: readonly Values[];
  /** Root field of the page. */
  readonly connection: Values;
}

/** The first question pays a unit of the plan, and each further ten another one; later ones read the same block. */
export interface Call {
  /** Numbers as the client wrote them. */
  readonly params: readonly JsonValue[];
  /** I-address or name of the native currency, as in the URL. It goes to `chainId` of each field. */
  readonly chain: string;
  /** Height that the client asked to read at, where no mempool is known; undefined: the latest block. */
  readonly asOf: number | undefined;
  /**
   * A field at the root is null where it has the error NOT_FOUND, VALIDATION_ERROR or AMBIGUOUS_NAME.
   * @throws Refusal for all other errors
   */
  ask(query: string, variables?: Values): Promise<Values>;
  /** With the errors of fields. @throws Refusal if nothing was answered */
  askWhole(query: string, variables?: Values): Promise<GatewayAnswer>;
  /**
   * Pages of 1,000, whose units are paid before they are passed on.
   * @param query has the variables `$limit: Int` and `$cursor: String`, and selects `nextCursor`
   * @param path from the root to the connection, and the name of its list
   */
  pages(query: string, variables: Values, path: readonly string[]): AsyncIterable<Page>;
  /** Pays a unit for each further 1,000 rows, or ten questions. */
  charge(rows: number): Promise<void>;
  /** Takes room for text that is gathered until the call has ended. @throws Refusal if all of it is taken */
  keep(characters: number): void;
  /** That is read. */
  block(): Promise<ReadBlock>;
}
