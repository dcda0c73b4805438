ALTER TABLE account ADD COLUMN currency CHAR(3) NOT NULL DEFAULT 'EUR', ADD COLUMN closed DATETIME NULL;
CREATE UNIQUE INDEX owner_currency ON account (owner, currency);
