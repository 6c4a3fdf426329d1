import { findFaultOfId } from '@ledgergraph/graph-kit/event-ids';
import type { WebhookVariable } from '@ledgergraph/graph-kit/webhook-types';
import type { Json } from '#/gateway/json.ts';
import type { EventCatalog } from './event-catalog.ts';
import type { Source } from './source.ts';

/** A person reads the reason, and a list has up to a thousand ids. */
const FAULTS_SHOWN = 5;

export interface UsableSource {
  source: Source;
  /** Reasons for the endpoint's owner; empty: nothing is left out. */
  ignored: string;
}

/** An invalid id has no events but would stop all others. With no valid id the gateway refuses the source with the reason. */
export function leaveOutFaultyIds(catalog: EventCatalog, source: Source): UsableSource {
  const type = source.eventType === null ? undefined : catalog.types.get(source.eventType);
  for (const variable of type?.family.variables ?? []) {
    const values = source.variables[variable.name];
    const faults = Array.isArray(values) ? listFaults(variable, values) : new Map<number, string>();
    if (faults.size === 0 || faults.size === values.length) continue;
    const good = (values as Json[]).filter((_value, index) => !faults.has(index));
    const variables = { ...source.variables, [variable.name]: good };
    return { source: { ...source, variables }, ignored: describe(variable.name, [...faults]) };
  }
  return { source, ignored: '' };
}

function listFaults({ objects }: WebhookVariable, values: readonly Json[]): ReadonlyMap<number, string> {
  if (objects === undefined) return new Map();
  return new Map(
    values.flatMap((value, index) => {
      const fault = typeof value === 'string' ? findFaultOfId(value, objects) : undefined;
      return fault === undefined ? [] : [[index, fault]];
    }),
  );
}

function describe(name: string, faults: readonly [number, string][]): string {
  const shown = faults.slice(0, FAULTS_SHOWN).map(([index, fault]) => `${name}[${index}]: ${fault}`);
  const more = faults.length - shown.length;
  const list = [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
  return `Ignored, because nothing can arrive for it: ${list}. All others are followed. Name the right ones by a change of its variables.`;
}
