import type { Deadline } from '#/deadline.ts';
import type { Turns } from './turns.ts';

/** Work was not begun, or was cancelled, since the deadline of its request is over. */
export class DeadlineOver extends Error {
  constructor() {
    super('the deadline is over');
    this.name = 'DeadlineOver';
  }
}

/** Resolves once the team has a place, with a function that gives it back. @throws DeadlineOver */
export function takeTurn(turns: Turns, team: string, deadline: Deadline): Promise<() => void> {
  return new Promise((resolve, reject) => {
    if (deadline.isOver) return reject(new DeadlineOver());
    let isBegun = false;
    let forget = (): void => {};
    const leave = turns.enter(team, (begun) => {
      isBegun = true;
      forget();
      resolve(begun);
    });
    if (isBegun) return;
    forget = deadline.onOver(() => {
      leave();
      reject(new DeadlineOver());
    });
  });
}
