export const DASHBOARD_PATH = '/dashboard';

/** Apart from the contract, whose schemas the page's first screen does not need. */
export const API_PATH = `${DASHBOARD_PATH}/api`;
export const AUTH_PATH = `${DASHBOARD_PATH}/auth`;
