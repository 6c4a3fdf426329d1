import type { Demo } from './demo.ts';
import { type PrintedOperation, readBlocks, readOperations } from './printed-blocks.ts';
import { runOperation } from './run-block.ts';
import { SENSE } from './sense.ts';

const RECIPES_MIN = 30;

const readRecipes = (): PrintedOperation[] => readOperations(readBlocks('docs/cookbook.md'));

export function testCookbook(demoOf: () => Demo): void {
  const recipes = readRecipes();

  test('thirty recipes have a heading each, and a printed answer or a rule for it', () => {
    const titles = recipes.map(({ heading }) => heading);
    expect(titles.length).toBeGreaterThanOrEqual(RECIPES_MIN);
    expect(new Set(titles).size).toBe(titles.length);
    const withoutAnswer = recipes.filter(({ answer }) => answer === undefined).map(({ heading }) => heading);
    expect(Object.keys(SENSE).sort()).toEqual(withoutAnswer.sort());
  });

  test.each(recipes.map((recipe) => [recipe.heading, recipe] as const))('%s', async (title, recipe) => {
    const data = await runOperation(demoOf(), recipe);
    expect(Object.values(data)).not.toContain(null);
    if (recipe.answer === undefined) SENSE[title]?.(data);
    else expect(data).toEqual(recipe.answer);
  });
}
