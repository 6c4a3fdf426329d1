export type { RunningStack } from '#/stack/running-stack.ts';
export { StackError } from '#/stack/stack-error.ts';
export type { StackOptions } from '#/stack/stack-options.ts';
export { startStack } from '#/stack/start-stack.ts';
export { repositoryDir } from './repository.ts';
