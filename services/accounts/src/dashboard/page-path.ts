/** Where the page lives at the gateway's origin; API and auth are below it. */
export const DASHBOARD_PATH = '/dashboard';

/** What the page asks, and where sessions are. Apart from the contract, whose schemas the page's first screen does not need. */
export const API_PATH = `${DASHBOARD_PATH}/api`;
export const AUTH_PATH = `${DASHBOARD_PATH}/auth`;
