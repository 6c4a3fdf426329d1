import type { Random } from '@ledgergraph/chain-generator/random';
import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isRequiredArgument,
} from 'graphql';
import type { Subject, Subjects } from './subjects.ts';
import type { Call, Question } from './write-question.ts';

const KNOWN_CHANCE = 0.85;
const GIVEN_CHANCE = 0.4;
const ROOT_LIMITS = [1, 2, 3, 5, 8, 20, 50, 100];
/** Sizes multiply. */
const INNER_LIMIT_MAX = 4;
const LIST_MAX = 4;
/** From the time of a block. */
const TIME_OFF_MAX = 60;
const FOREIGN_CHAIN = 'i5w5MuNik5NtLcYmNzcvaoixooEebB6MGV';
const UNUSED = ['RXL3YXG2ceaB6C5hfJcN4fvmLH2C34knhA', 'iBoZaKTqVhW4wUMwQ9VdbMb2rMgD6uSSRv'];

/** They ask for the present, and have no value below an asOf. */
const ABOUT_NOW: ReadonlySet<string> = new Set(['excludePending']);

export type Values = Record<string, unknown>;

export interface Moment {
  subjects: Subjects;
  height: number;
}

/** @throws Error for an argument without known values: add them here */
export function drawValues({ calls }: Question, moment: Moment, random: Random): Values {
  return Object.assign({}, ...calls.map((call) => drawArguments(call, moment, random)));
}

function drawArguments(call: Call, moment: Moment, random: Random): Values {
  const values: Values = {};
  for (const argument of call.args) {
    if (argument.name === 'cursor' || ABOUT_NOW.has(argument.name)) continue;
    if (!isRequiredArgument(argument) && !isAlwaysGiven(call, argument.name) && !random.chance(GIVEN_CHANCE)) continue;
    values[argument.name] = drawValue(call, argument.name, argument.type, moment, random);
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [call.prefix + name, value]));
}

/** Unlimited lists in lists would outgrow everything else. */
function isAlwaysGiven({ depth }: Call, name: string): boolean {
  return name === 'limit' && depth > 1;
}

function drawValue(call: Call, name: string, type: GraphQLInputType, moment: Moment, random: Random): unknown {
  const bare = getNullableType(type);
  if (isListType(bare)) {
    return Array.from({ length: random.integer(1, LIST_MAX) }, () =>
      drawValue(call, name, bare.ofType, moment, random),
    );
  }
  const named = getNamedType(type);
  if (isEnumType(named)) return random.pick(named.getValues()).name;
  switch (named.name) {
    case 'Boolean':
      return random.chance(0.5);
    case 'Int':
      return drawNumber(call, name, random);
    case 'BigInt':
      return random.integer(0, moment.height);
    case 'DateTime':
      return drawTime(moment, random);
    case 'AsOf':
      return drawAsOf(moment.subjects, random.integer(0, moment.height), random);
    case 'Decimal':
      return `${random.integer(0, 100)}.${random.integer(0, 99_999_999)}`;
    case 'String':
      return drawText(call, name, moment, random);
    default:
      throw new Error(`the draws know no values of type ${named.name}: ${call.parent} … ${name}`);
  }
}

export function drawAsOf({ hashes }: Subjects, height: number, random: Random): object {
  return random.chance(0.5) ? { height } : { hash: hashes[height] };
}

function drawTime({ subjects, height }: Moment, random: Random): string {
  const seconds = random.pick(subjects.times.slice(0, height + 1)) + random.integer(-TIME_OFF_MAX, TIME_OFF_MAX);
  return new Date(seconds * 1000).toISOString();
}

function drawNumber({ depth, parent }: Call, name: string, random: Random): number {
  if (name === 'offset') return random.integer(0, 2);
  if (name === 'index') return random.integer(0, 2);
  if (name === 'verbosity') return random.integer(1, 2);
  if (name === 'limit') return depth <= 2 ? random.pick(ROOT_LIMITS) : random.integer(1, INNER_LIMIT_MAX);
  throw new Error(`the draws know no number for ${parent} … ${name}`);
}

function drawText({ parent }: Call, name: string, moment: Moment, random: Random): string {
  const { subjects, height } = moment;
  const known = (list: readonly Subject[]): string => pickKnown(list, height, random);
  switch (name) {
    case 'chainId':
      return random.chance(0.95) ? subjects.chainId : FOREIGN_CHAIN;
    case 'address':
    case 'addresses':
    case 'producer':
      return drawAddress(subjects, known, random);
    case 'names':
      return spell(known(subjects.identityNames), random);
    case 'txid':
      return known(random.chance(0.5) ? subjects.transfers : subjects.transactions);
    case 'txids':
      return known(subjects.transactions);
    case 'hash':
      return known(subjects.hashes.map((value, from) => ({ value, from })));
    case 'search':
      return drawSearch(known(random.chance(0.5) ? subjects.identityNames : subjects.currencyNames), random);
    case 'primaryAddress':
    case 'controller':
      return known(random.chance(0.9) ? subjects.primaryAddresses : subjects.addresses);
    case 'currency':
      if (random.chance(0.3)) return spell(known(subjects.currencyNames), random);
      return known(random.chance(0.9) ? subjects.currencies : subjects.identities);
    case 'identity':
      if (random.chance(0.3)) return spell(known(subjects.identityNames), random);
      return known(random.chance(0.8) ? subjects.identities : subjects.currencies);
    case 'reserveCurrency':
    case 'givesCurrency':
    case 'basket':
    case 'base':
    case 'quote':
    case 'from':
    case 'to':
    case 'via':
    case 'destinationSystem':
    case 'sourceSystem':
    case 'system':
    case 'systemId':
      return known(random.chance(0.9) ? subjects.currencies : subjects.identities);
    case 'key':
    case 'parent':
    case 'givesIdentity':
    case 'referrer':
    case 'revocationAuthority':
    case 'recoveryAuthority':
      return known(random.chance(0.8) ? subjects.identities : subjects.currencies);
    default:
      throw new Error(`the draws know no text for ${parent} … ${name}`);
  }
}

function pickKnown(list: readonly Subject[], height: number, random: Random): string {
  const byThen = list.filter(({ from }) => from <= height);
  return random.pick(byThen.length > 0 && random.chance(KNOWN_CHANCE) ? byThen : list).value;
}

function drawAddress(subjects: Subjects, known: (list: readonly Subject[]) => string, random: Random): string {
  if (random.chance(0.05)) return random.pick(UNUSED);
  if (random.chance(0.25)) return known(random.chance(0.5) ? subjects.identities : subjects.primaryAddresses);
  if (random.chance(0.15)) return `${known(subjects.identityNames).replace(/@$/, '')}@`;
  return known(subjects.addresses);
}

/** Only ASCII letters fold. */
function spell(name: string, random: Random): string {
  return random.chance(0.3) ? name.replace(/[a-z]/g, (letter) => letter.toUpperCase()) : name;
}

function drawSearch(name: string, random: Random): string {
  const label = random.pick(name.replace('@', '').split('.'));
  return spell([...label].slice(0, random.integer(1, 3)).join(''), random);
}
