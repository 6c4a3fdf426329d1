/** An answer's data as the JSON text it leaves as. */
export class RenderedData {
  readonly json: string;
  #tree: unknown;

  /**
   * @param tree values that the text was written from, if they equal the text for every reader that follows the
   * operation's selections
   */
  constructor(json: string, tree?: unknown) {
    this.json = json;
    this.#tree = tree;
  }

  /** Holds at least what the text does, at the same places. */
  get tree(): unknown {
    this.#tree ??= JSON.parse(this.json);
    return this.#tree;
  }

  /** Serves readers that want values, such as a plugin that writes the whole result by itself. */
  toJSON(): unknown {
    return JSON.parse(this.json);
  }
}

interface Result {
  errors?: unknown;
  data?: unknown;
  extensions?: unknown;
}

/** A whole GraphQL result as Apollo's server writes it: one line, errors first. */
export function renderResult({ errors, data, extensions }: Result): string {
  // Only put together here, never joined: that would copy an answer once more than sending it does.
  let text = '{';
  if (errors !== undefined) text += `"errors":${JSON.stringify(errors)}`;
  if (data !== undefined) {
    text += errors === undefined ? '"data":' : ',"data":';
    text += data instanceof RenderedData ? data.json : JSON.stringify(data);
  }
  if (extensions !== undefined) {
    text += errors === undefined && data === undefined ? '"extensions":' : ',"extensions":';
    text += JSON.stringify(extensions);
  }
  return `${text}}\n`;
}
