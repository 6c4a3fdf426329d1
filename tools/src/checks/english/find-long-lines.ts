const MAX = 120;
const ADDRESS = /\]\([^)]*\)|<https?:[^>]*>|^\[[^\]]+\]: .*/g;

/** Numbers, from 1, of lines over 120 characters, without code blocks and addresses of links. */
export function findLongLines(page: string): number[] {
  let isCode = false;
  return page.split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    return !isCode && line.replaceAll(ADDRESS, ']').length > MAX ? [index + 1] : [];
  });
}
