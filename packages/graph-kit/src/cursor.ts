import { SignedCursor } from '@ledgergraph/service-kit/cursor/signed-cursor';
import type { BlockPlace } from './block-place.ts';
import { validationError } from './errors.ts';

/** Leads to the row after which a page begins; bigints travel as strings. */
export type Position = readonly (string | number | null)[];

export interface OpenedCursor {
  anchor: BlockPlace;
  /** The newest block that the list can see; absent: the anchor. */
  newest?: BlockPlace | undefined;
  position: Position;
}

type Place = string | [anchorHash: string, newestHeight: number, newestHash: string];

/** A cursor is signed with field, chain and arguments (all but limit and cursor), so one of another query does not open. */
export class CursorCodec {
  readonly #cursors: SignedCursor;

  /** @param secret one or several, divided by commas: the first signs, each opens */
  constructor(secret: string, query: unknown) {
    this.#cursors = new SignedCursor(secret, canonicalJson(query));
  }

  seal(anchor: BlockPlace, position: Position, newest?: BlockPlace): string {
    const place = newest === undefined ? anchor.hash : [anchor.hash, newest.height, newest.hash];
    return this.#cursors.seal(JSON.stringify([anchor.height, place, ...position]));
  }

  /** @throws VALIDATION_ERROR naming `cursor` */
  open(cursor: string): OpenedCursor {
    const body = this.#cursors.open(cursor);
    if (body === undefined) {
      throw validationError('cursor', 'cursor is not one that this query returned with the same arguments');
    }
    const [height, place, ...position] = JSON.parse(body) as [number, Place, ...(string | number | null)[]];
    if (typeof place === 'string') return { anchor: { height, hash: place }, position };
    const [hash, newestHeight, newestHash] = place;
    return { anchor: { height, hash }, newest: { height: newestHeight, hash: newestHash }, position };
  }
}

/** Without absent members, so that equal queries give equal text. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value)
      .filter(([, member]) => member !== null && member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(typeof value === 'bigint' ? value.toString() : value);
}
