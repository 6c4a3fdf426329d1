/** Key of a state kept by two parts; a space stands in neither an address nor a currency id. */
export function stateKey(first: string, second: string): string {
  return `${first} ${second}`;
}
