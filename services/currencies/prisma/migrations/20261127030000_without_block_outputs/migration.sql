-- The version that wrote this table cannot run any more (docs/adr/0055). This takes milliseconds on any chain.
DROP TABLE "block_outputs";
