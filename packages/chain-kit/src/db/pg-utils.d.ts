/** What pg itself makes of a parameter; its types leave it out. */
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue(value: unknown): Buffer | string | null };
  export = utils;
}
