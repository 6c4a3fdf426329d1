const MAX = 120;
/** Address of a link, which cannot be broken. */
const ADDRESS = /\]\([^)]*\)|<https?:[^>]*>|^\[[^\]]+\]: .*/g;

/** Lists the numbers, from 1, of a page's lines over 120 characters. Code blocks and addresses of links do not count. */
export function findLongLines(page: string): number[] {
  let isCode = false;
  return page.split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    return !isCode && line.replaceAll(ADDRESS, ']').length > MAX ? [index + 1] : [];
  });
}
