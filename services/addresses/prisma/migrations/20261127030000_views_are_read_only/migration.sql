-- The version that wrote through these views cannot run any more (docs/adr/0054). This takes milliseconds on any chain.
DROP TRIGGER "insert_output" ON "output";
DROP TRIGGER "insert_address_transaction" ON "address_transaction";
DROP TRIGGER "delete_address_transaction" ON "address_transaction";
DROP TRIGGER "insert_balance_change" ON "balance_change";
DROP TRIGGER "delete_balance_change" ON "balance_change";

DROP FUNCTION "insert_output"(), "insert_address_transaction"(), "delete_address_transaction"(), "insert_balance_change"(), "delete_balance_change"();
