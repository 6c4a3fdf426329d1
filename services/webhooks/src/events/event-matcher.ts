import { type CelInput, CelScalar, celEnv, celFunc, isCelError, isCelMap, parse, plan } from '@bufbuild/cel';
import type { WebhookType } from '@ledgergraph/graph-kit/webhook-types';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import type { Json } from '#/gateway/json.ts';

/** With the rights of the endpoint. @throws GatewayRefusal, GatewayAway */
export type Ask = (operation: string, variables: Record<string, unknown>) => Promise<Json>;

/** One message of the gateway may hold several events. */
export interface EventPart {
  /** Empty for the whole message. */
  name: string;
  data: Json;
}

type Evaluate = (bindings: Record<string, CelInput>) => unknown;

/** Amounts are compared as satoshis of any size, never as floats. */
const ENVIRONMENT = celEnv({
  funcs: [
    celFunc('compare', [CelScalar.STRING, CelScalar.STRING], CelScalar.INT, (a, b) => {
      const difference = satoshisFromDecimalText(a) - satoshisFromDecimalText(b);
      return difference < 0n ? -1n : difference > 0n ? 1n : 0n;
    }),
    celFunc('changesBy', [CelScalar.STRING, CelScalar.STRING, CelScalar.STRING], CelScalar.BOOL, (from, to, percent) =>
      isChange(satoshisFromDecimalText(from), satoshisFromDecimalText(to), satoshisFromDecimalText(percent)),
    ),
  ],
});

export class EventMatcher {
  readonly #type: WebhookType;
  readonly #where: Evaluate | undefined;
  readonly #lookupWith: Evaluate | undefined;

  /** @throws Error for an expression that does not parse */
  constructor(type: WebhookType) {
    this.#type = type;
    this.#where = compile(type.where);
    this.#lookupWith = compile(type.lookupWith);
  }

  /** @throws GatewayRefusal, GatewayAway */
  async match(data: Json, given: Record<string, Json>, ask: Ask): Promise<EventPart[]> {
    const { field, variables, each, isOfRemovals } = this.#type;
    if (isOfRemovals) return [];
    const options = Object.fromEntries(variables.map(({ name }) => [name, given[name] ?? null]));
    const event = data[field];
    if (each === undefined) return (await this.#isWanted(event, options, ask)) ? [{ name: '', data }] : [];
    const path = each.split('.');
    const items = await this.#readItems(event, path, ask);
    const wanted = items.filter((item) => this.#holds({ event, options, item }));
    return wanted.map((item) => ({
      name: String(item[this.#type.eachId ?? 'id']),
      data: { ...data, [field]: withOnly(event, path, item) },
    }));
  }

  async #isWanted(event: Json, options: Json, ask: Ask): Promise<boolean> {
    const { lookup } = this.#type;
    if (lookup === undefined || this.#lookupWith === undefined) return this.#holds({ event, options });
    const variables = this.#lookupWith(bindings({ event, options }));
    if (!isCelMap(variables)) return false;
    const { data } = await ask(
      lookup,
      Object.fromEntries(Array.from(variables, ([name, value]) => [name, toJson(value)])),
    );
    return this.#holds({ event, options, found: data ?? null });
  }

  #holds(values: Record<string, Json>): boolean {
    return this.#where === undefined || this.#where(bindings(values)) === true;
  }

  async #readItems(event: Json, path: readonly string[], ask: Ask): Promise<Json[]> {
    const list = path.at(-1) as string;
    const pageOf = (holder: Json): Json => path.slice(0, -1).reduce((inner, name) => inner[name], holder);
    let page = pageOf(event);
    const items: Json[] = [...page[list]];
    while (page.hasMore && this.#type.more !== undefined) {
      const { chainId, blockHash } = event;
      const { data } = await ask(this.#type.more, { chainId, blockHash, cursor: page.nextCursor });
      page = pageOf(data);
      items.push(...page[list]);
    }
    return items;
  }
}

function withOnly(holder: Json, [name = '', ...below]: readonly string[], item: Json): Json {
  if (below.length === 0) return { [name]: [item] };
  return { ...holder, [name]: withOnly(holder[name], below, item) };
}

function compile(expression: string | undefined): Evaluate | undefined {
  if (expression === undefined) return undefined;
  const evaluate = plan(ENVIRONMENT, parse(expression)) as Evaluate;
  return (bound) => {
    const value = evaluate(bound);
    // An event that cannot be judged is requested again rather than left out.
    if (isCelError(value)) throw new Error(`a condition of a webhook fails: ${value.message}`);
    return value;
  };
}

function bindings(values: Record<string, Json>): Record<string, CelInput> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toCel(value)]));
}

/** Heights and counts are integers there. */
function toCel(value: Json): CelInput {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (Array.isArray(value)) return value.map(toCel);
  if (typeof value !== 'object' || value === null) return value;
  return new Map(Object.entries(value).map(([name, member]) => [name, toCel(member)]));
}

function toJson(value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

/** `least` is a percentage times 10^8. */
function isChange(from: bigint, to: bigint, least: bigint): boolean {
  const difference = from > to ? from - to : to - from;
  // difference ÷ from ≥ least ÷ 100, without a division.
  return difference > 0n && difference * 100n * 100_000_000n >= least * from;
}
