-- Run again whenever it changes.
INSERT INTO account (owner, balance) VALUES ('repeated', 1) ON DUPLICATE KEY UPDATE balance = balance + 1;
