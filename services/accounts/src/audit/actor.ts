/** Author of an action in the audit log. */
export type Actor =
  /** `name` is their e-mail address. They are signed in to the dashboard, or a key that they made acts in their place. */
  | { kind: 'user'; id: string; name: string; ipAddress: string | null; key?: ActingKey }
  /** At a shell; `name` is what their machine knows them by. */
  | { kind: 'operator'; name: string };

/** A key that manages its team; `name` is its name and masked value, such as `deploys (lg_live_…x7Qa)`. */
export type ActingKey = { id: string; name: string };
