// This script runs in the browser, before start.js. A person who is signed in to the dashboard, which has the same origin, needs no key: the page
// reads with one of their session, which ends with it, and which is kept in memory alone.
const LAST_TEAM = 'ledgergraph-team';

async function askDashboard(path, body) {
  const sent = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const response = await fetch(`/dashboard/api${path}`, sent).catch(() => undefined);
  return response?.ok ? response.json() : undefined;
}

/** The team that the dashboard showed last, of a person who is still signed in. */
async function findTeam() {
  const slug = localStorage.getItem(LAST_TEAM);
  // In this browser no person has signed in yet.
  if (slug === null) return undefined;
  const me = await askDashboard('/me');
  return me?.teams.find((team) => team.slug === slug) ?? me?.teams[0];
}

class SessionKeys {
  #held = new Map();

  constructor({ id, name }) {
    this.teamId = id;
    this.teamName = name;
  }

  /** The key for an environment; undefined once the person has signed out. */
  async find(environment) {
    const held = this.#held.get(environment);
    if (held && Date.parse(held.expiresAt) > Date.now()) return held.value;
    const made = await askDashboard(`/teams/${this.teamId}/session-key`, { environment });
    this.#held.set(environment, made);
    return made?.value;
  }

  /** After one of them was refused: the next look asks again. */
  forget() {
    this.#held.clear();
  }
}

/** Keys of the person who is signed in; undefined if there is no such person. */
globalThis.openSessionKeys = async () => {
  const team = await findTeam();
  return team && new SessionKeys(team);
};
