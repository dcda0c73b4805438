CREATE TABLE account (
  id BIGINT NOT NULL AUTO_INCREMENT,
  owner VARCHAR(80) NOT NULL,
  balance DECIMAL(12,2) NOT NULL DEFAULT 0,
  PRIMARY KEY (id),
  KEY owner (owner)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO account (owner, balance) VALUES ('ada', 10), ('bob', 20.5);
