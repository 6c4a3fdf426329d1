// Jest takes the default export of this file and of its sibling; both see the same module instance of the stack.
// biome-ignore lint/style/noDefaultExport: the form Jest asks for.
export { offerSharedStack as default } from './shared-stack.ts';
