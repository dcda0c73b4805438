-- What MySQL's own tutorial does with its menagerie; our server and a real MariaDB must print the same.
DROP DATABASE IF EXISTS menagerie;
CREATE DATABASE menagerie CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;
USE menagerie;
SELECT DATABASE();
SELECT SIN(0), (4+1)*5;
CREATE TABLE pet (name VARCHAR(20), owner VARCHAR(20), species VARCHAR(20), sex CHAR(1), birth DATE, death DATE);
SHOW TABLES;
DESCRIBE pet;
INSERT INTO pet VALUES ('Fluffy','Harold','cat','f','1993-02-04',NULL), ('Claws','Gwen','cat','m','1994-03-17',NULL),
  ('Buffy','Harold','dog','f','1989-05-13',NULL), ('Fang','Benny','dog','m','1990-08-27',NULL),
  ('Bowser','Diane','dog','m','1979-08-31','1995-07-29'), ('Chirpy','Gwen','bird','f','1998-09-11',NULL),
  ('Whistler','Gwen','bird',NULL,'1997-12-09',NULL), ('Slim','Benny','snake','m','1996-04-29',NULL);
INSERT INTO pet VALUES ('Puffball','Diane','hamster','f','1999-03-30',NULL);
UPDATE pet SET birth = '1989-08-31' WHERE name = 'Bowser';
SELECT * FROM pet WHERE name = 'Bowser';
SELECT * FROM pet WHERE birth >= '1998-1-1' ORDER BY name;
SELECT * FROM pet WHERE (species = 'cat' AND sex = 'm') OR (species = 'dog' AND sex = 'f') ORDER BY name;
SELECT DISTINCT owner FROM pet ORDER BY owner;
SELECT name, species, birth FROM pet ORDER BY species, birth DESC;
SELECT name, birth, TIMESTAMPDIFF(YEAR, birth, '2024-06-01') AS age FROM pet ORDER BY age, name;
SELECT name, birth, MONTH(birth) FROM pet WHERE death IS NULL ORDER BY MONTH(birth), name;
SELECT name, birth FROM pet WHERE MONTH(birth) = MONTH(DATE_ADD('1999-04-15', INTERVAL 1 MONTH)) ORDER BY name;
SELECT 1 IS NULL, 1 IS NOT NULL, 0 IS NULL, '' IS NULL;
SELECT * FROM pet WHERE name LIKE 'b%' ORDER BY name;
SELECT * FROM pet WHERE name REGEXP '^.{5}$' ORDER BY name;
SELECT COUNT(*) FROM pet;
SELECT species, sex, COUNT(*) FROM pet WHERE sex IS NOT NULL GROUP BY species, sex ORDER BY species, sex;
CREATE TABLE event (name VARCHAR(20), date DATE, type VARCHAR(15), remark VARCHAR(255));
INSERT INTO event VALUES ('Fluffy','1995-05-15','litter','4 kittens, 3 female, 1 male'), ('Buffy','1993-06-23','litter','5 puppies, 2 female, 3 male'),
  ('Chirpy','1999-03-21','vet','needed beak straightened'), ('Slim','1997-08-03','vet','broken rib'), ('Bowser','1991-10-12','kennel',NULL);
SELECT pet.name, TIMESTAMPDIFF(YEAR, birth, date) AS age, remark FROM pet INNER JOIN event ON pet.name = event.name
  WHERE event.type = 'litter' ORDER BY pet.name;
SELECT p1.name, p1.sex, p2.name, p2.sex, p1.species FROM pet AS p1 INNER JOIN pet AS p2
  ON p1.species = p2.species AND p1.sex = 'f' AND p1.death IS NULL AND p2.sex = 'm' AND p2.death IS NULL ORDER BY p1.name, p2.name;
CREATE TABLE shop (article INT UNSIGNED DEFAULT '0000' NOT NULL, dealer CHAR(20) DEFAULT '' NOT NULL, price DECIMAL(16,2) DEFAULT '0.00' NOT NULL, PRIMARY KEY (article, dealer));
INSERT INTO shop VALUES (1,'A',3.45), (1,'B',3.99), (2,'A',10.99), (3,'B',1.45), (3,'C',1.69), (3,'D',1.25), (4,'D',19.95);
SELECT MAX(article) AS article FROM shop;
SELECT article, dealer, price FROM shop ORDER BY price DESC LIMIT 1;
SELECT article, MAX(price) AS price FROM shop GROUP BY article ORDER BY article;
SELECT s1.article, s1.dealer, s1.price FROM shop s1 LEFT JOIN shop s2 ON s1.article = s2.article AND s1.price < s2.price WHERE s2.article IS NULL ORDER BY s1.article;
SELECT @min_price := MIN(price), @max_price := MAX(price) FROM shop;
SELECT * FROM shop WHERE price = @min_price OR price = @max_price ORDER BY price;
CREATE TABLE animals (id MEDIUMINT NOT NULL AUTO_INCREMENT, name CHAR(30) NOT NULL, PRIMARY KEY (id));
INSERT INTO animals (name) VALUES ('dog'), ('cat'), ('penguin'), ('lax'), ('whale'), ('ostrich');
SELECT LAST_INSERT_ID();
INSERT INTO animals (id, name) VALUES (0, 'groundhog'), (NULL, 'squirrel'), (100, 'rabbit'), (NULL, 'mouse');
SELECT * FROM animals ORDER BY id;
ALTER TABLE animals ADD COLUMN legs TINYINT NOT NULL DEFAULT 4 AFTER id, ADD INDEX (name);
UPDATE animals SET legs = 2 WHERE name IN ('penguin', 'ostrich');
SELECT legs, GROUP_CONCAT(name ORDER BY name SEPARATOR '/') FROM animals GROUP BY legs ORDER BY legs;
START TRANSACTION;
DELETE FROM animals WHERE legs = 2;
SELECT COUNT(*) FROM animals;
ROLLBACK;
SELECT COUNT(*) FROM animals;
TRUNCATE TABLE event;
SELECT COUNT(*) FROM event;
DROP TABLE event;
SHOW TABLES;
DROP DATABASE menagerie;
