import { BLOCK_FAMILIES } from './block-families.ts';
import type { EventFamily } from './event-family.ts';
import { OBJECT_FAMILIES } from './object-families.ts';
import { PENDING_FAMILIES } from './pending-families.ts';

/**
 * `events`: each event when it happens, and its undoing; `reverted`: only what was undone; `finalized`: only events that can no
 * longer be undone.
 */
export type Telling = 'events' | 'reverted' | 'finalized';

/** What an endpoint can choose. */
export interface EventType {
  name: string;
  description: string;
  family: EventFamily;
  telling: Telling;
}

const REORGANIZATION = 'block.reorganization';

/** The names of ChainVue's events, each with what a reorganisation undoes of it and what is final. */
export const EVENT_TYPES: ReadonlyMap<string, EventType> = new Map(
  [...BLOCK_FAMILIES, ...OBJECT_FAMILIES, ...PENDING_FAMILIES].flatMap(typesOf).map((type) => [type.name, type]),
);

function typesOf(family: EventFamily): EventType[] {
  const { name, description } = family;
  const type: EventType = { name, description, family, telling: 'events' };
  // It is an undoing itself.
  if (name === REORGANIZATION) return [type];
  const undoing = undoingName(family);
  if (family.isOfMempool) {
    return [
      { ...type, description: `${description} If it will not come after all, that is told as ${undoing}.` },
      {
        ...type,
        name: undoing,
        description: `A transaction that was told as ${name} will not come: it expired, lost its inputs or was dropped.`,
        telling: 'reverted',
      },
    ];
  }
  return [
    { ...type, description: `${description} An undoing comes as ${undoing}.` },
    {
      ...type,
      name: undoing,
      description: `A reorganisation undid events of the type ${name}.`,
      telling: 'reverted',
    },
    {
      ...type,
      name: `${name}.finalized`,
      description: `${description} It comes when the block can no longer be reorganised.`,
      telling: 'finalized',
    },
  ];
}

/** Type of the message that undoes events of a family. A reorganisation is an event itself. */
export function undoingName({ name, isOfMempool }: EventFamily): string {
  if (name === REORGANIZATION) return name;
  return isOfMempool ? `${name}.dropped` : `${name}.reverted`;
}

/** Names of the events of an owner's own subscription. */
export const OWN_EVENT = 'subscription.event';
