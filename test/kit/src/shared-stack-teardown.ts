// biome-ignore lint/style/noDefaultExport: the form Jest asks for.
export { stopSharedStack as default } from './shared-stack.ts';
