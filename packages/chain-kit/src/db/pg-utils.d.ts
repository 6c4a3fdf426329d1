/** pg's types omit this conversion of a parameter. */
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue(value: unknown): Buffer | string | null };
  export = utils;
}
