// biome-ignore lint/suspicious/noExplicitAny: results of operations that are texts
export type Json = any;
