const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const TIME = '(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})';
const MONTH = `(?<month>${MONTHS.join('|')})`;

/** RFC 9110 5.6.7: a recipient accepts all three forms. */
const HTTP_DATES = [
  // Sun, 06 Nov 1994 08:49:37 GMT
  new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\\d{2}) ${MONTH} (?<year>\\d{4}) ${TIME} GMT$`),
  // Sunday, 06-Nov-94 08:49:37 GMT
  new RegExp(`^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\\d{2})-${MONTH}-(?<year>\\d{2}) ${TIME} GMT$`),
  // Sun Nov  6 08:49:37 1994
  new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`),
];
/** RFC 9110 5.6.7: a two-digit year further ahead belongs to the previous century. */
const YEARS_AHEAD_MAX = 50;

/** RFC 9110 10.2.3. Returns 0 for an absent or invalid header and a past date. */
export function readRetryAfter(value: string | string[] | undefined, now: Date): number {
  if (typeof value !== 'string') return 0;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = readHttpDate(text, now);
  return at === undefined ? 0 : Math.max(0, Math.ceil((at - now.getTime()) / 1_000));
}

/** Unix milliseconds; undefined also for a date that does not exist, such as 31 April. */
function readHttpDate(text: string, now: Date): number | undefined {
  const parts = HTTP_DATES.map((form) => form.exec(text)?.groups).find((found) => found !== undefined);
  if (parts === undefined) return undefined;
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts;
  // A leap second is the first second of the next minute.
  const at = Date.UTC(
    fullYear(year, now),
    MONTHS.indexOf(month),
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  const isReal = new Date(at - 1_000).getUTCDate() === Number(day) || new Date(at).getUTCDate() === Number(day);
  return isReal && Number(day) > 0 && Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60 ? at : undefined;
}

function fullYear(text: string, now: Date): number {
  if (text.length === 4) return Number(text);
  const year = Math.floor(now.getUTCFullYear() / 100) * 100 + Number(text);
  return year > now.getUTCFullYear() + YEARS_AHEAD_MAX ? year - 100 : year;
}
