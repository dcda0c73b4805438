// Go's database/sql with go-sql-driver: text and prepared statements, transactions, NULLs, times. The server is at the port given.
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/go-sql-driver/mysql"
)

func step(name string, run func() error) {
	if err := run(); err != nil {
		fmt.Printf("not ok %s: %s\n", name, strings.Join(strings.Fields(err.Error()), " "))
		return
	}
	fmt.Println("ok " + name)
}

func equal(given, expected any) error {
	if !reflect.DeepEqual(given, expected) {
		return fmt.Errorf("given %v, expected %v", given, expected)
	}
	return nil
}

func first(one, other error) error {
	if one != nil {
		return one
	}
	return other
}

func all(db *sql.DB, statements ...string) error {
	for _, statement := range statements {
		if _, err := db.Exec(statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

func main() {
	address := "root@tcp(127.0.0.1:" + os.Args[1] + ")/"
	db, _ := sql.Open("mysql", address+"?parseTime=true")
	step("creates a database and tables", func() error {
		return all(db, "DROP DATABASE IF EXISTS godb", "CREATE DATABASE godb",
			"CREATE TABLE godb.album (id BIGINT AUTO_INCREMENT NOT NULL, title VARCHAR(128) NOT NULL, price DECIMAL(5,2) NOT NULL, sold DATETIME(6), PRIMARY KEY (id))")
	})
	db, _ = sql.Open("mysql", address+"godb?parseTime=true&collation=utf8mb4_general_ci")
	sold := time.Date(2024, 2, 29, 12, 30, 0, 123456000, time.UTC)
	step("inserts with prepared statements", func() error {
		insert, err := db.Prepare("INSERT INTO album (title, price, sold) VALUES (?, ?, ?)")
		if err != nil {
			return err
		}
		defer insert.Close()
		for i, title := range []string{"Blue Train", "Giant Steps", "Jeru"} {
			result, err := insert.Exec(title, 17.5+float64(i), sql.NullTime{Time: sold, Valid: i == 0})
			if err != nil {
				return err
			}
			id, _ := result.LastInsertId()
			if err := equal(id, int64(i+1)); err != nil {
				return err
			}
		}
		return nil
	})
	step("reads rows with times and NULLs", func() error {
		rows, err := db.Query("SELECT title, price, sold FROM album WHERE price < ? ORDER BY id", 19)
		if err != nil {
			return err
		}
		defer rows.Close()
		var found []string
		for rows.Next() {
			var title, price string
			var when sql.NullTime
			if err := rows.Scan(&title, &price, &when); err != nil {
				return err
			}
			found = append(found, title+" "+price+" "+fmt.Sprint(when.Valid && when.Time.Equal(sold)))
		}
		return equal(found, []string{"Blue Train 17.50 true", "Giant Steps 18.50 false"})
	})
	step("puts arguments into the text", func() error {
		text, _ := sql.Open("mysql", address+"godb?interpolateParams=true")
		defer text.Close()
		var title string
		err := text.QueryRow("SELECT title FROM album WHERE title = ? OR title = ?", "it's \\ \"", "Jeru").Scan(&title)
		return first(err, equal(title, "Jeru"))
	})
	step("rolls back", func() error {
		tx, err := db.BeginTx(context.Background(), &sql.TxOptions{Isolation: sql.LevelRepeatableRead})
		if err != nil {
			return err
		}
		if _, err := tx.Exec("DELETE FROM album"); err != nil {
			return err
		}
		if err := tx.Rollback(); err != nil {
			return err
		}
		var count int
		err = db.QueryRow("SELECT COUNT(*) FROM album").Scan(&count)
		return first(err, equal(count, 3))
	})
	step("reads in a transaction that only reads", func() error {
		tx, err := db.BeginTx(context.Background(), &sql.TxOptions{ReadOnly: true})
		if err != nil {
			return err
		}
		defer tx.Rollback()
		_, err = tx.Exec("DELETE FROM album")
		var failure *mysql.MySQLError
		if !errors.As(err, &failure) {
			return fmt.Errorf("no error of the server: %v", err)
		}
		return equal(failure.Number, uint16(1792))
	})
	step("gives errors their number", func() error {
		_, err := db.Exec("INSERT INTO album (id, title, price) VALUES (1, 'x', 1)")
		var failure *mysql.MySQLError
		if !errors.As(err, &failure) {
			return fmt.Errorf("no error of the server: %v", err)
		}
		return equal(failure.Number, uint16(1062))
	})
	step("describes columns", func() error {
		rows, err := db.Query("SELECT id, price FROM album")
		if err != nil {
			return err
		}
		defer rows.Close()
		types, _ := rows.ColumnTypes()
		precision, scale, _ := types[1].DecimalSize()
		return equal([]any{types[0].DatabaseTypeName(), types[1].DatabaseTypeName(), precision, scale}, []any{"BIGINT", "DECIMAL", int64(5), int64(2)})
	})
	step("ends a query whose context ends", func() error {
		ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
		defer cancel()
		_, err := db.ExecContext(ctx, "DO SLEEP(20)")
		if !errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("not cancelled: %v", err)
		}
		return db.Ping()
	})
	step("counts with many connections", func() error {
		if err := all(db, "CREATE TABLE counter (id INT PRIMARY KEY, n INT)", "INSERT INTO counter VALUES (1, 0)"); err != nil {
			return err
		}
		var wait sync.WaitGroup
		failures := make(chan error, 8)
		for i := 0; i < 8; i++ {
			wait.Add(1)
			go func() {
				defer wait.Done()
				for j := 0; j < 25; j++ {
					if _, err := db.Exec("UPDATE counter SET n = n + 1 WHERE id = ?", 1); err != nil {
						failures <- err
						return
					}
				}
			}()
		}
		wait.Wait()
		close(failures)
		if err := <-failures; err != nil {
			return err
		}
		var n int
		err := db.QueryRow("SELECT n FROM counter").Scan(&n)
		return first(err, equal(n, 200))
	})
	fmt.Println("done")
}
