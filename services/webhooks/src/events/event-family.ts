import type { Json } from '#/gateway/json.ts';

/** Reads the graph with the rights of the endpoint. @throws GatewayRefusal, GatewayAway */
export type Ask = (operation: string, variables: Record<string, unknown>) => Promise<Json>;

export interface EventVariable {
  name: string;
  description: string;
  isRequired: boolean;
  isList: boolean;
  /** What is wrong with a value; undefined: nothing. Absent: the gateway checks it. */
  findFault?: (value: unknown) => string | undefined;
}

/** One event of a type: the operation's data, or a part of it where one message of the gateway holds several. */
export interface EventPart {
  /** Names the part within its message; empty for the whole. */
  name: string;
  data: Json;
}

/** A kind of event: the subscription that it stands for, and which of the subscription's messages belong to it. */
export interface EventFamily {
  name: string;
  description: string;
  /** A subscription with one field, whose variables are a part of `variables`. It selects BlocksRemoved, or of the mempool PendingLeft. */
  operation: string;
  variables: readonly EventVariable[];
  /** True: its events are of pending transactions, without a block. Absent: of blocks. */
  isOfMempool?: true;
  /** Finds the events in a message that is no BlocksRemoved and no PendingLeft. Absent: the message is one. */
  match?: (data: Json, variables: Record<string, Json>, ask: Ask) => Promise<EventPart[]> | EventPart[];
}

/** The chain, for every type. */
export const CHAIN_ID: EventVariable = {
  name: 'chainId',
  description: "i-address of the chain's native currency; absent: the default network of the environment",
  isRequired: false,
  isList: false,
};

export const BLOCKS_REMOVED = `... on BlocksRemoved { chainId blockHeight blockHash depth removedHashes }`;

/** The whole message if it is wanted. */
export function wholeIf(isWanted: boolean, data: Json): EventPart[] {
  return isWanted ? [{ name: '', data }] : [];
}
