import type { Chance } from './random.ts';

const WRONG = ['Book', 'Film', 'Person', 'Note', 'Club', 'Press', 'Media', 'Owner', 'Found', 'String', 'Strange', ''];

export function spoilTypenames<Answer>(answer: Answer, chance: Chance, share: number, question: string): Answer {
  if (share === 0) return answer;
  const spoil = (value: unknown, place: string): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((element, index) => spoil(element, `${place}.${index}`));
    const { ...members } = value as Record<string, unknown>;
    for (const [name, member] of Object.entries(members)) {
      Object.defineProperty(members, name, { value: spoil(member, `${place}.${name}`) });
    }
    if (!Object.hasOwn(members, '__typename') || chance.share('misnamed', question, place) >= share) return members;
    const fate = chance.share('misnaming', question, place);
    if (fate < 0.15) return null;
    if (fate < 0.35) delete members.__typename;
    else members.__typename = chance.pick(WRONG, 'wrong', question, place);
    return members;
  };
  const { data, ...rest } = answer as Answer & { data: unknown };
  return { ...rest, data: spoil(data, '') } as Answer;
}
