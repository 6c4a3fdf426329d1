/** The conversion of a parameter inside pg, which its types leave out. */
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue(value: unknown): Buffer | string | null };
  export = utils;
}
