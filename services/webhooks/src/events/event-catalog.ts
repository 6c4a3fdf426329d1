import type { WebhookCatalog, WebhookType } from '@ledgergraph/graph-kit/webhook-types';
import { EventMatcher } from './event-matcher.ts';

/** A declared type with what finds its events. */
export interface EventFamily extends WebhookType {
  matcher: EventMatcher;
}

/** A type of events that an endpoint can choose. */
export interface EventType {
  name: string;
  description: string;
  family: EventFamily;
  /**
   * `events`: each event when it happens, and its undoing; `reverted`: only what was undone; `finalized`: only events that can no longer be
   * undone.
   */
  delivers: 'events' | 'reverted' | 'finalized';
}

/** The types of one moment's graph, each with what a reorganisation undoes of it and what is final. */
export class EventCatalog {
  readonly types: ReadonlyMap<string, EventType>;
  readonly #poolFields: ReadonlySet<string>;

  constructor({ types, poolFields }: WebhookCatalog) {
    const families = types.map((type): EventFamily => ({ ...type, matcher: new EventMatcher(type) }));
    this.types = new Map(families.flatMap(typesOf).map((type) => [type.name, type]));
    this.#poolFields = new Set(poolFields);
  }

  /** True for a subscription field whose events are of pending transactions. */
  isOfMempool(field: string): boolean {
    return this.#poolFields.has(field);
  }
}

function typesOf(family: EventFamily): EventType[] {
  const { name, description } = family;
  const type: EventType = { name, description, family, delivers: 'events' };
  // It is an undoing itself.
  if (family.isOfRemovals) return [type];
  const undoing = undoingName(family);
  if (family.txid !== undefined) {
    return [
      { ...type, description: `${description} If it will not come after all, ${undoing} follows.` },
      {
        ...type,
        name: undoing,
        description: `A transaction that was delivered as ${name} will not come: it expired, lost its inputs or was dropped.`,
        delivers: 'reverted',
      },
    ];
  }
  return [
    { ...type, description: `${description} An undoing comes as ${undoing}.` },
    {
      ...type,
      name: undoing,
      description: `A reorganisation undid events of the type ${name}.`,
      delivers: 'reverted',
    },
    {
      ...type,
      name: `${name}.finalized`,
      description: `${description} It comes when the block can no longer be reorganised.`,
      delivers: 'finalized',
    },
  ];
}

/** Type of the message that undoes events of a family. A reorganisation is an event itself. */
export function undoingName({ name, txid, isOfRemovals }: WebhookType): string {
  if (isOfRemovals) return name;
  return txid === undefined ? `${name}.reverted` : `${name}.dropped`;
}

/** Names of the events of an owner's own subscription. */
export const OWN_EVENT = 'subscription.event';
