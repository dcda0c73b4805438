-- The tutorial's statements with subqueries, and foreign keys.
DROP DATABASE IF EXISTS shirts;
CREATE DATABASE shirts CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;
USE shirts;
CREATE TABLE shop (article INT UNSIGNED NOT NULL, dealer CHAR(20) NOT NULL, price DECIMAL(16,2) NOT NULL, PRIMARY KEY (article, dealer));
INSERT INTO shop VALUES (1,'A',3.45), (1,'B',3.99), (2,'A',10.99), (3,'B',1.45), (3,'C',1.69), (3,'D',1.25), (4,'D',19.95);
SELECT article, dealer, price FROM shop WHERE price = (SELECT MAX(price) FROM shop);
SELECT article, dealer, price FROM shop s1 WHERE price = (SELECT MAX(s2.price) FROM shop s2 WHERE s1.article = s2.article) ORDER BY article;
WITH s1 AS (SELECT article, dealer, price, RANK() OVER (PARTITION BY article ORDER BY price DESC) AS `Rank` FROM shop)
  SELECT article, dealer, price FROM s1 WHERE `Rank` = 1 ORDER BY article;
CREATE TABLE person (id SMALLINT UNSIGNED NOT NULL AUTO_INCREMENT, name CHAR(60) NOT NULL, PRIMARY KEY (id));
CREATE TABLE shirt (id SMALLINT UNSIGNED NOT NULL AUTO_INCREMENT, style ENUM('t-shirt', 'polo', 'dress') NOT NULL,
  color ENUM('red', 'blue', 'orange', 'white', 'black') NOT NULL, owner SMALLINT UNSIGNED NOT NULL,
  PRIMARY KEY (id), CONSTRAINT owned FOREIGN KEY (owner) REFERENCES person (id));
INSERT INTO person VALUES (NULL, 'Antonio Paz');
SELECT @last := LAST_INSERT_ID();
INSERT INTO shirt VALUES (NULL, 'polo', 'blue', @last), (NULL, 'dress', 'white', @last), (NULL, 't-shirt', 'blue', @last);
SELECT s.* FROM person p INNER JOIN shirt s ON s.owner = p.id WHERE p.name LIKE 'Antonio%' AND s.color <> 'white' ORDER BY s.id;
SELECT name FROM person WHERE id IN (SELECT owner FROM shirt) UNION SELECT style FROM shirt ORDER BY name;
DROP DATABASE shirts;
