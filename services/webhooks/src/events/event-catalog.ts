import type { WebhookCatalog, WebhookType } from '@ledgergraph/graph-kit/webhook-types';
import { EventMatcher } from './event-matcher.ts';

export interface EventFamily extends WebhookType {
  matcher: EventMatcher;
}

export interface EventType {
  name: string;
  description: string;
  family: EventFamily;
  /** `events` includes undoings; `finalized` has only events that can no longer be undone. */
  delivers: 'events' | 'reverted' | 'finalized';
}

export class EventCatalog {
  readonly types: ReadonlyMap<string, EventType>;
  readonly #poolFields: ReadonlySet<string>;

  constructor({ types, poolFields }: WebhookCatalog) {
    const families = types.map((type): EventFamily => ({ ...type, matcher: new EventMatcher(type) }));
    this.types = new Map(families.flatMap(typesOf).map((type) => [type.name, type]));
    this.#poolFields = new Set(poolFields);
  }

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

/** A reorganisation is an event itself and needs no other message. */
export function undoingName({ name, txid, isOfRemovals }: WebhookType): string {
  if (isOfRemovals) return name;
  return txid === undefined ? `${name}.reverted` : `${name}.dropped`;
}

export const OWN_EVENT = 'subscription.event';
