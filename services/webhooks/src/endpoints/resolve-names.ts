import { isEventId } from '@ledgergraph/graph-kit/event-ids';
import type { WebhookVariable } from '@ledgergraph/graph-kit/webhook-types';
import type { Source } from '#/events/source.ts';
import type { Json } from '#/gateway/json.ts';
import { WebhookError } from '#/webhook-error.ts';
import { readTypes, type SourceDeps, toOwnersError } from './check-source.ts';

const NAMES_MAX = 1_000;

/**
 * A webhook keeps the ids that its names have now. An owner's own subscription keeps its text.
 * @throws WebhookError INVALID for a name that means nothing, NOT_NOW
 */
export async function resolveNames<Given extends Source>(
  deps: SourceDeps,
  keyHash: Uint8Array | null,
  source: Given,
): Promise<Given> {
  const { types } = await readTypes(deps.types);
  const type = source.eventType === null ? undefined : types.get(source.eventType);
  const variables = { ...source.variables };
  for (const variable of type?.family.variables ?? []) {
    const value = variables[variable.name];
    const values: Json[] = Array.isArray(value) ? value : [value];
    const { objects, name } = variable;
    const isName = (one: Json): boolean => typeof one === 'string' && objects !== undefined && !isEventId(one, objects);
    const names = values.filter(isName);
    // Anything but a list of names is refused with the other variables.
    if (objects?.named === undefined || keyHash === null || names.length === 0 || values.length > NAMES_MAX) continue;
    const asked = { chainId: variables.chainId ?? null, names };
    const { data, errors = [] }: Json = await deps.gateway.ask(keyHash, objects.named, asked).catch((error) => {
      throw toOwnersError(error);
    });
    const [fault] = errors;
    if (fault !== undefined)
      throw new WebhookError('INVALID', describe(variable, values.indexOf(names[fault.path?.[1]]), fault));
    const ids: Json[] = data.found.map(({ id }: Json) => id);
    const resolved = values.map((one) => (isName(one) ? ids.shift() : one));
    variables[name] = Array.isArray(value) ? [...new Set(resolved)] : resolved[0];
  }
  return { ...source, variables };
}

/** The query of names has an argument and places of its own. */
function describe({ name, isList }: WebhookVariable, index: number, { message, extensions }: Json): string {
  const place = isList && index >= 0 ? `${name}[${index}]` : name;
  const own = new RegExp(`^${extensions?.argument ?? ''}(\\[\\d+\\])?: `);
  const reason = `${place}: ${String(message).replace(own, '')}`;
  return reason.endsWith('?') ? reason : `${reason}.`;
}
