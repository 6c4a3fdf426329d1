import { SignedCursor } from '@ledgergraph/service-kit/cursor/signed-cursor';
import { AccountsError } from '#/accounts-error.ts';

export type Place = { at: Date; id: string };

export function behind(after: Place | undefined) {
  return after && { OR: [{ createdAt: { lt: after.at } }, { createdAt: after.at, id: { lt: after.id } }] };
}

/** For a list whose oldest row comes first. */
export function beyond(after: Place | undefined) {
  return after && { OR: [{ createdAt: { gt: after.at } }, { createdAt: after.at, id: { gt: after.id } }] };
}

export class ListCursor {
  readonly #cursors: SignedCursor;

  /** @param list such as `audit` and the id of the team: a cursor of another list does not open */
  constructor(secret: string, list: string) {
    this.#cursors = new SignedCursor(secret, list);
  }

  write({ at, id }: Place): string {
    return this.#cursors.seal(`${at.getTime()} ${id}`);
  }

  /** Throws AccountsError BAD_CURSOR on everything that it did not write. */
  read(text: string): Place {
    const body = this.#cursors.open(text);
    if (body === undefined) throw new AccountsError('BAD_CURSOR', 'The cursor is not one of ours');
    const [time, id = ''] = body.split(' ');
    return { at: new Date(Number(time)), id };
  }
}
