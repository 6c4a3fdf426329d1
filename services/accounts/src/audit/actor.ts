/** Author of an action in the audit log. */
export type Actor =
  /** Signed in to the dashboard; `name` is their e-mail address. */
  | { kind: 'user'; id: string; name: string; ipAddress: string | null }
  /** At a shell; `name` is what their machine knows them by. */
  | { kind: 'operator'; name: string };
