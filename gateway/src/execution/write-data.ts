import { orTooLong } from '#/errors/answer-length.ts';
import {
  type CompositeShape,
  isIncluded,
  type LeafShape,
  type ValueShape,
  type VariableValues,
} from './response-shape.ts';

/** Quotes, backslashes, control characters, lone surrogates. */
const NEEDS_ESCAPES = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/**
 * Writes the data straight from the subgraphs' answers, without building it first. Undefined where anything breaks the schema;
 * `completeData` then reports it.
 * @throws GraphQLError where the text is too long
 */
export function writeData(shape: CompositeShape, input: unknown, variables: VariableValues): string | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  const members = input as Record<string, unknown>;
  const given = members.__typename;
  const typename = shape.kind === 'object' ? shape.label : (given as string);
  if (given !== undefined && given !== typename) return undefined;
  const fields = shape.kind === 'object' ? shape.fields : shape.choices.get(typename);
  if (fields === undefined) return undefined;
  let text = '';
  for (const { name, opening, following, value, when, isInherited } of fields) {
    if (when.length > 0 && !isIncluded(when, variables)) continue;
    let written: string | undefined;
    if (value === undefined) {
      // Under an alias of __typename a subgraph may have answered something else: `completeData` decides.
      if (name !== '__typename' && Object.hasOwn(members, name) && members[name] !== typename) return undefined;
      written = `"${typename}"`;
    } else {
      const member = isInherited && !Object.hasOwn(members, name) ? undefined : members[name];
      written = writeValue(value, member, variables);
    }
    if (written === undefined) return undefined;
    text += text === '' ? opening + written : following + written;
    orTooLong(text.length);
  }
  return `{${text}}`;
}

function writeValue(shape: ValueShape, input: unknown, variables: VariableValues): string | undefined {
  if (input === null || input === undefined) return shape.kind === 'nonNull' ? undefined : 'null';
  const nullable = shape.kind === 'nonNull' ? shape.of : shape;
  if (nullable.kind === 'leaf') return writeLeaf(nullable, input);
  if (nullable.kind !== 'list') return writeData(nullable, input, variables);
  if (!Array.isArray(input)) return undefined;
  let text = '';
  for (let index = 0; index < input.length; index += 1) {
    const written = writeValue(nullable.of, input[index], variables);
    if (written === undefined) return undefined;
    text += index === 0 ? written : `,${written}`;
    orTooLong(text.length);
  }
  return `[${text}]`;
}

function writeLeaf({ accepts }: LeafShape, value: unknown): string | undefined {
  if (!accepts(value)) return undefined;
  if (typeof value !== 'string') return value instanceof RenderedData ? value.json : JSON.stringify(value);
  return NEEDS_ESCAPES.test(value) ? JSON.stringify(value) : `"${value}"`;
}

export class RenderedData {
  readonly json: string;
  #tree: unknown;

  /** @param tree values behind the text, equal to it for readers that follow the operation's selections */
  constructor(json: string, tree?: unknown) {
    this.json = json;
    this.#tree = tree;
  }

  /** Holds at least what the text does, at the same places. */
  get tree(): unknown {
    this.#tree ??= JSON.parse(this.json);
    return this.#tree;
  }

  toJSON(): unknown {
    return JSON.parse(this.json);
  }
}

interface Result {
  errors?: unknown;
  data?: unknown;
  extensions?: unknown;
}

/** As Apollo's server writes it: one line, errors first. */
export function renderResult({ errors, data, extensions }: Result): string {
  // Joining would copy the answer once more.
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
