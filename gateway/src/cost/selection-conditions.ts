import { type DirectiveNode, Kind } from 'graphql';
import type { FieldCost } from './cost-formula.ts';

/** Undefined: never there. */
export function conditionsOf(directives: readonly DirectiveNode[] = []): FieldCost['when'] | undefined {
  const when: { variable: string; is: boolean }[] = [];
  for (const { name, arguments: given = [] } of directives) {
    if (name.value !== 'skip' && name.value !== 'include') continue;
    const is = name.value === 'include';
    const value = given.find((argument) => argument.name.value === 'if')?.value;
    if (value?.kind === Kind.VARIABLE) when.push({ variable: value.name.value, is });
    else if (value?.kind === Kind.BOOLEAN && value.value !== is) return undefined;
  }
  return when;
}
