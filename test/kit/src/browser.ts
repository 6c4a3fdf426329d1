import { existsSync } from 'node:fs';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** For root without a display; it makes no look-up on the network. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Chromium, as `npm test` installs it or as it is there. */
export function findBrowser(): string | undefined {
  return PATHS.find((path) => existsSync(path));
}
