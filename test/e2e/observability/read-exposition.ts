export interface Family {
  name: string;
  type: string;
  help: string;
  samples: { name: string; labels: Record<string, string>; value: number }[];
}

const HEAD = /^# (HELP|TYPE) (\S+) (.+)$/;
const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/g;
const SUFFIX = /_(bucket|sum|count)$/;

/** @throws SyntaxError on a line of another form, or a sample of no family */
export function readExposition(text: string): Family[] {
  const families = new Map<string, Family>();
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, kind, about = '', what = ''] = HEAD.exec(line) ?? [];
    if (kind === undefined) readSample(line, families);
    else if (kind === 'TYPE') get(families, about).type = what;
    else if (families.has(about)) throw new SyntaxError(`described twice: ${about}`);
    else families.set(about, { name: about, type: '', help: what, samples: [] });
  }
  return [...families.values()];
}

function readSample(line: string, families: ReadonlyMap<string, Family>): void {
  const [, name = '', labels = '', text = ''] = SAMPLE.exec(line) ?? [];
  const value = text === '+Inf' ? Number.POSITIVE_INFINITY : Number(text);
  if (name === '' || (Number.isNaN(value) && text !== 'Nan' && text !== 'NaN'))
    throw new SyntaxError(`no sample: ${line}`);
  const pairs = [...labels.matchAll(LABEL)].map(([, label = '', content = '']) => [label, content] as const);
  if (pairs.map(([label, content]) => `${label}="${content}"`).join(',') !== labels)
    throw new SyntaxError(`no labels: ${line}`);
  get(families, families.has(name) ? name : name.replace(SUFFIX, '')).samples.push({
    name,
    labels: Object.fromEntries(pairs),
    value,
  });
}

function get(families: ReadonlyMap<string, Family>, name: string): Family {
  const family = families.get(name);
  if (family === undefined) throw new SyntaxError(`a sample of no family: ${name}`);
  return family;
}
