CREATE TABLE transfer (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, source BIGINT NOT NULL, amount DECIMAL(12,2) NOT NULL);
INSERT INTO transfer (source, amount) SELECT id, balance FROM account WHERE balance > 5;
ALTER TABLE account DROP INDEX owner;
