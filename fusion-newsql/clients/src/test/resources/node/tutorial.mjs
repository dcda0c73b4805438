// mysql2 for Node: text and prepared statements, pools, transactions, streams. The server is at the port given.
import assert from 'node:assert/strict';
import mysql from 'mysql2/promise';
import callbacks from 'mysql2';

const port = Number(process.argv[2]);
const root = { host: '127.0.0.1', port, user: 'root' };

async function step(name, run) {
  try {
    await run();
    console.log(`ok ${name}`);
  } catch (error) {
    console.log(`not ok ${name}: ${String(error.message).replace(/\s+/g, ' ')}`);
  }
}

await step('creates a database and a table', async () => {
  const connection = await mysql.createConnection(root);
  await connection.query('DROP DATABASE IF EXISTS nodedb');
  await connection.query('CREATE DATABASE nodedb');
  await connection.query('CREATE TABLE nodedb.user (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40), age INT, born DATE, KEY (age))');
  await connection.end();
});

const pool = mysql.createPool({ ...root, database: 'nodedb', connectionLimit: 4, dateStrings: true });

await step('inserts with placeholders', async () => {
  const [one] = await pool.query('INSERT INTO user SET ?', { name: "O'Neil", age: 41, born: '1980-02-29' });
  assert.equal(one.insertId, 1);
  const [many] = await pool.query('INSERT INTO user (name, age) VALUES ?', [[['Ann', 20], ['Bo', null]]]);
  assert.equal(many.affectedRows, 2);
});

await step('selects rows', async () => {
  const [rows, fields] = await pool.query('SELECT name, age, born FROM user ORDER BY id');
  assert.deepEqual(rows.map((row) => ({ ...row })), [
    { name: "O'Neil", age: 41, born: '1980-02-29' },
    { name: 'Ann', age: 20, born: null },
    { name: 'Bo', age: null, born: null },
  ]);
  assert.deepEqual(fields.map((field) => field.name), ['name', 'age', 'born']);
});

await step('executes prepared statements', async () => {
  for (let i = 0; i < 20; i++) {
    const [rows] = await pool.execute('SELECT ? + 1 AS sum, name FROM user WHERE age > ? ORDER BY age', [i, 15]);
    assert.equal(rows.length, 2);
    assert.equal(Number(rows[0].sum), i + 1);
  }
});

await step('reads big numbers and bytes', async () => {
  const connection = await mysql.createConnection({ ...root, supportBigNumbers: true, bigNumberStrings: true });
  const [[row]] = await connection.query("SELECT 18446744073709551615 AS big, x'00ff' AS bytes, 1.10 AS exact");
  assert.equal(row.big, '18446744073709551615');
  assert.deepEqual(row.bytes, Buffer.from([0, 255]));
  assert.equal(row.exact, '1.10');
  await connection.end();
});

await step('commits and rolls back', async () => {
  const connection = await pool.getConnection();
  await connection.beginTransaction();
  await connection.query('DELETE FROM user');
  await connection.rollback();
  const [[row]] = await connection.query('SELECT COUNT(*) AS n FROM user');
  assert.equal(row.n, 3);
  connection.release();
});

await step('tells errors by code', async () => {
  await assert.rejects(pool.query('INSERT INTO user (id) VALUES (1)'), { code: 'ER_DUP_ENTRY', errno: 1062, sqlState: '23000' });
  await assert.rejects(pool.query('SELECT * FROM nowhere'), { code: 'ER_NO_SUCH_TABLE' });
});

await step('runs queries side by side', async () => {
  const sums = await Promise.all([...Array(40).keys()].map((i) => pool.query('SELECT ? * 2 AS twice', [i])));
  sums.forEach(([[row]], i) => assert.equal(Number(row.twice), 2 * i));
});

await step('runs several statements at once', async () => {
  const connection = await mysql.createConnection({ ...root, database: 'nodedb', multipleStatements: true });
  const [results] = await connection.query('SELECT 1 AS a; SELECT 2 AS b; UPDATE user SET age = age + 1');
  assert.equal(results[1][0].b, 2);
  assert.equal(results[2].affectedRows, 3);
  await connection.end();
});

await step('streams a result', async () => {
  const values = [...Array(2000).keys()].map((i) => [`n${i}`, i]);
  await pool.query('INSERT INTO user (name, age) VALUES ?', [values]);
  const connection = callbacks.createConnection({ ...root, database: 'nodedb' });
  let rows = 0;
  for await (const row of connection.query('SELECT * FROM user').stream()) {
    rows += row.id > 0 ? 1 : 0;
  }
  assert.equal(rows, 2003);
  connection.end();
});

await pool.end();
console.log('done');
