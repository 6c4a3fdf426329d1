import { SignedCursor } from '@ledgergraph/service-kit/cursor/signed-cursor';
import { AccountsError } from '#/accounts-error.ts';
import type { AuditPlace } from './list-audit.ts';

/** Writes and reads the cursors of one team's audit log. */
export class AuditCursor {
  readonly #cursors: SignedCursor;

  constructor(secret: string, teamId: string) {
    this.#cursors = new SignedCursor(secret, `audit ${teamId}`);
  }

  write({ at, id }: AuditPlace): string {
    return this.#cursors.seal(`${at.getTime()} ${id}`);
  }

  /** Throws AccountsError BAD_CURSOR on everything that it did not write. */
  read(text: string): AuditPlace {
    const body = this.#cursors.open(text);
    if (body === undefined) throw new AccountsError('BAD_CURSOR', 'The cursor is not one of ours');
    const [time, id = ''] = body.split(' ');
    return { at: new Date(Number(time)), id };
  }
}
