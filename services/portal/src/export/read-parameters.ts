import { parseInstant } from '@ledgergraph/graph-kit/instant';
import { Refusal } from '#/http/refusal.ts';
import type { ExportList, Parameters } from './export-list.ts';

const COMMON = ['chainId', 'height', 'confirmations', 'cursor', 'rows', 'columns'];
/** A cursor decides these, or they do not choose rows. */
const BESIDE_ROWS = new Set(['chainId', 'height', 'confirmations', 'cursor', 'rows']);

const LENGTH_MAX = 200;
/** The URL of a request can hold this many. */
const ADDRESSES_LENGTH_MAX = 16_000;
const CURSOR_LENGTH_MAX = 4_000;

interface Form {
  fits(value: string): boolean;
  readonly words: string;
}

const matching = (form: RegExp, words: string): Form => ({ fits: (value) => form.test(value), words });
const among = (...values: readonly string[]): Form => ({
  fits: (value) => values.includes(value.toLowerCase()),
  words: `one of ${values.join(', ')}`,
});
const HEIGHT = matching(/^\d{1,9}$/, 'a height');
const TIME: Form = {
  fits: (value) => parseInstant(value) !== null,
  words: 'a time as in RFC 3339, such as 2026-01-01T00:00:00Z',
};

const FORMS: ReadonlyMap<string, Form> = new Map(
  Object.entries({
    height: HEIGHT,
    fromHeight: HEIGHT,
    toHeight: HEIGHT,
    fromTime: TIME,
    toTime: TIME,
    confirmations: matching(/^[1-9]\d{0,2}$|^1000$/, 'from 1 to 1000'),
    rows: matching(/^[1-9]\d{0,11}$/, 'a positive whole number'),
    order: among('asc', 'desc'),
    validation: among('work', 'stake'),
    interval: among('block', 'minute', 'five_minutes', 'quarter', 'hour', 'four_hours', 'day', 'week'),
  }),
);

export interface AskedExport {
  readonly list: ExportList;
  readonly parameters: Parameters;
}

/** @throws Refusal naming the wrong parameter */
export function readParameters(url: string, list: ExportList): AskedExport {
  const names = new Set([...COMMON, ...list.required, ...list.optional]);
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length))) {
    if (!names.has(name)) {
      throw refusedParameter(`/export/${list.name} takes ${[...names].join(', ')}, and no other parameter.`);
    }
    if (parameters.has(name)) throw refusedParameter(`${name} must stand in the URL once.`);
    const fault = faultOf(name, value);
    if (fault !== undefined) throw refusedParameter(fault);
    parameters.set(name, name === 'cursor' ? withoutApostrophe(value) : value);
  }
  const missing = list.required.find((name) => !parameters.get(name));
  if (missing !== undefined) throw refusedParameter(`/export/${list.name} needs the parameter ${missing}.`);
  if (parameters.has('height') && parameters.has('confirmations')) {
    throw refusedParameter('height and confirmations both choose the block: please give one of them.');
  }
  const columns = parameters.get('columns');
  const variants = new Map(Object.entries(list.variants ?? {}));
  const chosen = columns === undefined ? list : variants.get(columns);
  if (chosen?.isClosed === true && parameters.has('rows')) {
    throw refusedParameter(`rows cannot stand beside columns=${columns}: there is no cursor to go on with the rest.`);
  }
  if (chosen !== undefined) return { list: chosen, parameters };
  if (variants.size === 0) throw refusedParameter(`/export/${list.name} has one set of columns.`);
  throw refusedParameter(`columns must be one of ${[...variants.keys()].join(', ')}.`);
}

/** Cells of CSV have an apostrophe in front of texts that spreadsheets would take for formulas. */
function withoutApostrophe(text: string): string {
  return text.startsWith("'") ? text.slice(1) : text;
}

function faultOf(name: string, value: string): string | undefined {
  const max = { cursor: CURSOR_LENGTH_MAX, address: ADDRESSES_LENGTH_MAX }[name] ?? LENGTH_MAX;
  if (value.length > max) return `${name} has more than ${max} characters.`;
  if (value.includes('\0')) return `${name} has a character that no text has.`;
  const form = FORMS.get(name);
  return form === undefined || form.fits(value) ? undefined : `${name} must be ${form.words}.`;
}

/** The text is the same for exports of the same rows. */
export function describeRows({ list, parameters }: AskedExport): string {
  const kept = [...parameters].filter(([name]) => !BESIDE_ROWS.has(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(['export', list.name, kept]);
}

export function refusedParameter(message: string): Refusal {
  return new Refusal(400, 'VALIDATION_ERROR', message);
}
