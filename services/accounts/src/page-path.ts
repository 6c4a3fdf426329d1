/** Path of the page at the gateway's origin; API and auth are below it. */
export const DASHBOARD_PATH = '/dashboard';

/**
 * Path of the page's API; sessions are at AUTH_PATH. They stand apart from the contract, whose schemas the page's
 * first screen does not need.
 */
export const API_PATH = `${DASHBOARD_PATH}/api`;
export const AUTH_PATH = `${DASHBOARD_PATH}/auth`;
