import { commonEnv } from './env.ts';
import { createSecretCheck, currentSecret } from './internal-secret.ts';

const OLD = 'the-old-secret-of-all';
const NEW = 'the-new-secret-of-all';

test('one secret accepts itself and nothing else', () => {
  const accepts = createSecretCheck(OLD);
  expect([OLD, NEW, `${OLD} `, '', undefined, [OLD]].filter(accepts)).toEqual([OLD]);
});

test('at every step of a rotation the others accept the secret that one process sends', () => {
  const steps = [OLD, `${OLD},${NEW}`, `${NEW}, ${OLD}`, NEW];
  for (const [step, next] of steps.slice(1).entries()) {
    const before = steps[step] ?? '';
    expect([before, next].map(currentSecret).filter(createSecretCheck(before))).toHaveLength(2);
    expect([before, next].map(currentSecret).filter(createSecretCheck(next))).toHaveLength(2);
  }
  expect(currentSecret(`${NEW}, ${OLD}`)).toBe(NEW);
});

test.each([`${OLD},short`, `${OLD},`, ',', ''])('every secret of the list has its length: %j is refused', (setting) => {
  expect(commonEnv.INTERNAL_SECRET.safeParse(setting).success).toBe(false);
});
