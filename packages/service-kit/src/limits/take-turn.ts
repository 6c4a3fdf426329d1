import type { Deadline } from '#/deadline.ts';
import type { Turns } from './turns.ts';

export class DeadlineOver extends Error {
  constructor() {
    super('the deadline is over');
    this.name = 'DeadlineOver';
  }
}

/** Resolves with a function that gives the place back. @throws DeadlineOver */
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
