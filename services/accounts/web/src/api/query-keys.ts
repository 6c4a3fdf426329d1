/** What the page remembers answers under. All that belongs to one team begins alike, so that one word forgets it. */
export const ME = ['me'] as const;
export const STATUS = ['status'] as const;
export const ACCOUNT = ['account'] as const;
export const inTeam = (teamId: string, ...rest: string[]) => ['team', teamId, ...rest] as const;
