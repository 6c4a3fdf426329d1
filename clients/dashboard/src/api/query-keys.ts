/** All keys of one team begin alike, so that one call removes them. */
export const ME = ['me'] as const;
export const MAILS = ['mails'] as const;
export const STATUS = ['status'] as const;
export const ACCOUNT = ['account'] as const;
export const inTeam = (teamId: string, ...rest: string[]) => ['team', teamId, ...rest] as const;
