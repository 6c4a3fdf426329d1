import { existsSync } from 'node:fs';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Chromium starts so as root and without a display, and makes no look-up on the network. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Path of the Chromium that `npm test` installs where it may, or of one that is there. */
export function findBrowser(): string | undefined {
  return PATHS.find((path) => existsSync(path));
}
