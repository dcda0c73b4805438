package io.millrace.newsql.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expressions against the values, errors and warnings that MySQL has for them. */
class EvaluationTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            1 / 3                        | 0.3333
            1 / 3 * 3                    | 1.0000
            1 / 7 / 7                    | 0.02040816
            7 DIV 2                      | 3
            -7 MOD 3                     | -1
            0x41 + 0                     | 65
            b'111' + 0                   | 7
            -(-9223372036854775808)      | 9223372036854775808
            9223372036854775807 + 1      | error 1690
            18446744073709551615 - 1     | 18446744073709551614
            1 - CAST(2 AS UNSIGNED)      | error 1690
            -'abc'                       | 0
            NULL + 1                     | NULL
            5 & 3                        | 1
            ~0                           | 18446744073709551615
            1 << 63                      | 9223372036854775808
            1 << 64                      | 0
            0.1 + 0.2                    | 0.3
            0.1e0 + 0.2e0                | 0.30000000000000004
            ROUND(2.5)                   | 3
            ROUND(-1.005, 2)             | -1.01
            EXP(1000)                    | error 1690
            CONV('ff', 16, 10)           | 255
            PI()                         | 3.141593
            PI() / 3                     | 1.0471975512
            PI() + 1e0                   | 4.141592653589793
            ROUND(1.5, 3)                | 1.500
            ROUND(-2.25e0, 1)            | -2.2
            ROUND(1e20)                  | 100000000000000000000
            TRUNCATE(5.75e0, 1)          | 5.7
            CEILING(-0.5e0)              | 0
            0 / -1e3                     | 0
            0 - -9223372036854775808     | -9223372036854775808
            2.5e0 ^ 0                    | 3
            '2.5' & 7                    | 3
            NULLIF(1, 1.0)               | NULL
            GREATEST(1, NULL)            | NULL
            GREATEST('10', 9)            | 9
            LEAST('10', 9)               | 10
            (1 / 1000000) <=> 0          | 1
            CAST('2024-02-30' AS TIME)   | 00:20:24
            CAST('12/34' AS TIME)        | 00:00:12
            -TRUNCATE(1.57, 1)           | -1.5
            (-LEFT('12', 1))             | -1
            IF(1, 1 / 3, 0) * 3          | 1.0000
            LEAST(1 / 3, 1) * 3          | 1.0000
            1 / 3 % 7 * 3                | 1.0000
            1 % 100.003 / 1.500 / 1      | 0.66666666667
            NULLIF(0, 1 / 3000000000)    | NULL
            COALESCE(LEAST(NULL, 0), 1) / -7 | -0.1429
            '1e999' + 0                  | 1.7976931348623157e308
            '-1e999' + 0                 | -1.7976931348623157e308
            '5e6573646179' + 0           | 1.7976931348623157e308
            '5e-6573646179' + 0          | 0
            TIMESTAMPDIFF(MONTH, '2024-03-31', '2024-02-29 02:00:00') | -1
            TIMESTAMPDIFF(MONTH, '2024-01-31 02:00:00', '2024-03-01') | 1
            TIMESTAMPDIFF(YEAR, '2024-02-29 01:00:00', '2023-02-28')  | -1
            TIMESTAMPDIFF(QUARTER, '2024-01-31', '2024-07-31')        | 2
            """)
    void numbersAreComputed(String expression, String expected) {
        assertThat(new Evaluating().value(expression)).isEqualTo(expected);
    }

    @Test
    void isNullComputesNoMoreThanItNeeds() {
        for (String expression : new String[] {"NOT ('x' <> 1)", "!('x' = 1)", "'x' <=> 1", "(1 / 0 IS NULL)"}) {
            Evaluating evaluating = new Evaluating();
            assertThat(evaluating.value("(" + expression + ") IS NULL")).isEqualTo("0");
            assertThat(evaluating.warnings).as(expression).isEmpty();
        }
        assertThat(new Evaluating().value("(NOT (NULL = 1)) IS NULL")).isEqualTo("1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            (1, 2) < (1, 3)                  | 1
            (1, 2) < (1, 2)                  | 0
            (1, NULL) < (2, 0)               | 1
            (1, NULL) < (1, 0)               | NULL
            (1, NULL) <=> (1, NULL)          | 1
            ROW(1, 2) >= ROW(1, 2)           | 1
            (1, 2) IN ((3, 4), (1, 2))       | 1
            (1, 2) NOT IN ((3, NULL))        | 1
            (1, 2) NOT IN ((1, NULL))        | NULL
            1 = (1, 2)                       | error 1241
            (1, 2) = (1, 2, 3)               | error 1241
            1 IN (2, NULL)                   | NULL
            1 IN ()                          | error 1064
            1 BETWEEN 0 AND NULL             | NULL
            NULL XOR 1                       | NULL
            18446744073709551615 > -1        | 1
            0 >= 1 / 1000000                 | 1
            1 / 1000000 IN (0, 1)            | 0
            1 / 1000000 BETWEEN 0 AND 0      | 0
            '2a' BETWEEN '10' AND 3          | 0
            '2' BETWEEN 1 AND '10'           | 1
            'b' BETWEEN 'a' AND 'c'          | 1
            ~0 BETWEEN -2.5e0 AND ~0 - 6     | 1
            """)
    void rowsAndListsCompare(String expression, String expected) {
        assertThat(new Evaluating().value(expression)).isEqualTo(expected);
    }

    @Test
    void bothBoundsAreComputedAndTheOperandOnce() {
        Evaluating evaluating = new Evaluating();
        assertThat(evaluating.value("0 BETWEEN 1 AND 1 / 0")).isEqualTo("0");
        assertThat(evaluating.warnings).containsExactly(1365);
        Evaluating once = new Evaluating();
        assertThat(once.value("'x' + 0 BETWEEN 0 AND 1")).isEqualTo("1");
        assertThat(once.warnings).containsExactly(1292);
    }

    @Test
    void whatIsNullDecidesWithoutTheOtherSide() {
        Evaluating evaluating = new Evaluating();
        assertThat(evaluating.value("CAST(NULL AS DECIMAL) + 1 / 0")).isEqualTo("NULL");
        assertThat(evaluating.value("NULLIF(NULL, 1 / 0)")).isEqualTo("NULL");
        assertThat(evaluating.value("('x' > 1) IS NULL")).isEqualTo("0");
        assertThat(evaluating.warnings).isEmpty();
    }

    @Test
    void aConditionOfRowsIsAskedForNoMoreThanDecides() {
        for (String never : List.of(
                "NULL AND RAND() > 'x'",
                "RAND() > 'x' AND 1 = 0",
                "NOT (RAND() > 'x' OR NULL)",
                "RAND() > 'x' AND TIMESTAMPDIFF(DAY, '2020-01-01', '2020-01-02') = 2",
                "NOT (RAND() > 'x' OR '2020-01-02' = DATE_ADD('2020-01-01', INTERVAL 1 DAY))",
                "RAND() > 'x' AND ABS(1) IS NULL")) {
            Evaluating rows = new Evaluating();
            assertThat(rows.compile(never).ofRows().isTrue(rows.frame()))
                    .as(never)
                    .isFalse();
            assertThat(rows.warnings).as(never).isEmpty();
        }
        Evaluating always = new Evaluating();
        Expression condition = always.compile("NOT (RAND() > 'x' AND 1 = 0)");
        assertThat(condition.ofRows().isTrue(always.frame())).isTrue();
        assertThat(always.warnings).isEmpty();
        assertThat(condition.eval(always.frame())).isEqualTo(1L);
        assertThat(always.warnings).containsExactly(1292);
    }

    @Test
    void theConditionsOfACaseAreComputedThoughAllIsNull() {
        Evaluating evaluating = new Evaluating();
        assertThat(evaluating.value("CASE WHEN RAND() > 'x' THEN NULL END")).isEqualTo("NULL");
        assertThat(evaluating.warnings).containsExactly(1292);
    }

    @Test
    void numbersKeepTheirSign() {
        assertThat(new Evaluating().compile("ROUND(~0 % 1.5, 1)").type().unsigned())
                .isTrue();
        assertThat(new Evaluating().compile("-(~0 % 1.5)").type().unsigned()).isFalse();
    }

    @Test
    void whatIsMadeOfNoNullIsNone() {
        assertThat(new Evaluating().compile("ROUND(ABS(-1) + 2, 1)").nullable()).isFalse();
        assertThat(new Evaluating().compile("ABS(1 / 2)").nullable()).isTrue();
    }

    @Test
    void allTextsOfAListAreRead() {
        Evaluating evaluating = new Evaluating();
        assertThat(evaluating.value("1 IN ('1', 'a')")).isEqualTo("1");
        assertThat(evaluating.warnings).containsExactly(1292);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            CONVERT('a' USING utf8mb4)               | a
            CONVERT('ä😀' USING utf8)                | ä?
            CONVERT('ä' USING ascii)                 | ?
            HEX(CONVERT('ä' USING binary))           | C3A4
            CONVERT('a' USING latin1)                | error 1235
            CONVERT('a' USING nosuch)                | error 1115
            CAST('a' AS CHAR CHARACTER SET latin1)   | error 1235
            CHAR(0xE4B8AD USING utf8mb4)             | 中
            CHAR(65 USING nosuch)                    | error 1115
            """)
    void textsAreSaidToBeInACharacterSet(String expression, String expected) {
        assertThat(new Evaluating().value(expression)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            DATE'2024-01-01' = 'x'             | 0
            DATE'2024-01-01' > 'x'             | 1
            DATE'2024-01-01' <> 'x'            | 1
            CAST(1970 AS YEAR) = 70            | 1
            CAST(2001 AS YEAR) = '1'           | 1
            CAST(2001 AS YEAR) IN (1, 70)      | 1
            CAST(0 AS YEAR) = 0                | 1
            CAST(0 AS DATE)                    | NULL
            CAST('0000-00-00' AS DATETIME)     | NULL
            FROM_DAYS(0)                       | NULL
            GREATEST(DATE'2024-01-01', '2024-06-01') | 2024-06-01
            ROW_NUMBER()                       | error 1064
            SELECT 'a' COUNT(*) <=> 1          | error 1064
            NOW('x')                           | error 1064
            """)
    void datesCompareWithWhatIsNone(String expression, String expected) {
        assertThat(new Evaluating().value(expression)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            CAST(1 AS BINARY(3))                        | 0x310000
            CAST('abc' AS BINARY(2))                    | 0x6162
            CAST(-1 AS UNSIGNED)                        | 18446744073709551615
            CAST(-2.5 AS UNSIGNED)                      | 0
            CAST(-0.4 AS UNSIGNED)                      | 0
            CAST('-5' AS UNSIGNED)                      | 18446744073709551611
            CAST(0x41 AS SIGNED)                        | 65
            CAST(0x41 AS CHAR)                          | A
            CAST('12abc' AS SIGNED)                     | 12
            CAST(1.005 AS DECIMAL(5,2))                 | 1.01
            CAST(1000 AS DECIMAL(4,2))                  | 99.99
            CAST(1 AS DECIMAL(2,3))                     | error 1427
            CAST(1 AS DECIMAL(66))                      | error 1426
            CAST(18446744073709551615 AS FLOAT)         | 1.84467e19
            CAST('2024-02-30' AS DATE)                  | NULL
            CAST('2024-02-29 12:34:56.789' AS DATETIME) | 2024-02-29 12:34:57
            CAST('839:00:00' AS TIME)                   | 838:59:59
            CAST(2024 AS YEAR)                          | 2024
            CAST('{"b":1,"a":[1.0,2]}' AS JSON)         | {"a": [1.0, 2], "b": 1}
            CAST('x' AS NOSUCH)                         | error 1064
            """)
    void castsFollowTheirTable(String expression, String expected) {
        assertThat(new Evaluating().value(expression)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            UPPER('äöß')                               | ÄÖß
            REVERSE(_binary'ab')                       | 0x6261
            SUBSTRING('Quadratically', -4, 2)          | al
            SUBSTRING_INDEX('www.mysql.com', '.', -2)  | mysql.com
            SUBSTRING_INDEX('aaaa', 'aa', -1)          |
            TRIM(LEADING 'x' FROM 'xxbarxx')           | barxx
            LPAD('hi', 4, '??')                        | ??hi
            INSERT('Quadratic', 3, 4, 'What')          | QuWhattic
            SOUNDEX('Quadratically')                   | Q36324
            ORD('€')                                   | 14844588
            MAKE_SET(5, 'a', 'b', 'c')                 | a,c
            EXPORT_SET(5, 'Y', 'N', ',', 4)            | Y,N,Y,N
            QUOTE(NULL)                                | 0x4E554C4C
            TO_BASE64('abc')                           | YWJj
            FROM_BASE64('!')                           | NULL
            UNCOMPRESS(COMPRESS('text'))               | 0x74657874
            REGEXP_REPLACE('abc def ghi', '[a-z]+', 'X', 1, 2) | abc X ghi
            REGEXP_INSTR('dog cat dog', 'dog', 2)      | 9
            REGEXP_SUBSTR('abc', '(')                  | error 3691
            REGEXP_SUBSTR('abc', '[')                  | error 3696
            REGEXP_SUBSTR('abc', '*')                  | error 3688
            'David!' LIKE '%D%v%'                      | 1
            'a%c' LIKE 'a!%c' ESCAPE '!'               | 1
            'abc' LIKE 'abcd'                          | 0
            LOCATE('BAR', 'foobar')                    | 4
            LOCATE(BINARY 'BAR', 'foobar')             | 0
            INET_NTOA(INET_ATON('10.0.5.9'))           | 10.0.5.9
            INET6_NTOA(INET6_ATON('fdfe::5a55:caff:fefa:9089')) | fdfe::5a55:caff:fefa:9089
            BIN_TO_UUID(UUID_TO_BIN('6ccd780c-baba-1026-9564-5b8c656024db', 1), 1) | 6ccd780c-baba-1026-9564-5b8c656024db
            HEX(UUID_TO_BIN('6ccd780c-baba-1026-9564-5b8c656024db', 1)) | 1026BABA6CCD780C95645B8C656024DB
            CONCAT('a')                                | a
            CONCAT()                                   | error 1582
            NOSUCH(1)                                  | error 1305
            """)
    void stringsAreMade(String expression, String expected) {
        assertThat(new Evaluating().value(expression)).isEqualTo(expected == null ? "" : expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            DATE_ADD('2024-01-31', INTERVAL 1 MONTH)                     | 2024-02-29
            DATE_ADD('2024-01-31 10:20:30', INTERVAL '1 1' DAY_HOUR)     | 2024-02-01 11:20:30
            DATE_ADD('2024-01-31 10:20:30', INTERVAL '-1 10' DAY_HOUR)   | 2024-01-30 00:20:30
            DATE_SUB('2024-01-01', INTERVAL 1 SECOND)                    | 2023-12-31 23:59:59
            DATE_ADD('9999-12-31', INTERVAL 1 DAY)                       | NULL
            TIMESTAMPDIFF(QUARTER, '2023-01-01', '2024-01-01')           | 4
            EXTRACT(DAY_MINUTE FROM '2024-02-29 12:34:56')               | 291234
            WEEK('2008-12-31', 1)                                        | 53
            YEARWEEK('2000-01-01', 3)                                    | 199952
            DATE_FORMAT('1999-01-01', '%X %V %x %v %U %u')               | 1998 52 1998 53 00 00
            DATE_FORMAT('2009-10-04 22:23:00', '%W %M %Y %r')            | Sunday October 2009 10:23:00 PM
            TIME_FORMAT('100:00:00', '%H %k %h %I %l')                   | 100 100 04 04 4
            STR_TO_DATE('May 1, 2013', '%M %d,%Y')                       | 2013-05-01
            STR_TO_DATE('10:20:30', '%H:%i:%s')                          | 10:20:30
            STR_TO_DATE('x', '%Y')                                       | NULL
            ADDTIME('2024-01-01 23:59:59', '0:0:1')                      | 2024-01-02 00:00:00
            TIMEDIFF('2024-01-02 00:00:00', '12:00:00')                  | NULL
            PERIOD_ADD(202401, 13)                                       | 202502
            CONVERT_TZ('2024-01-01 12:00:00', '+00:00', '-05:30')        | 2024-01-01 06:30:00
            CONVERT_TZ('2001-01-01 01:00:00', 'UTC', 'UTC') IS NOT NULL  | 1
            DATE'2024-00-00'                                             | error 1525
            SEC_TO_TIME(2378)                                            | 00:39:38
            MAKEDATE(2024, 60)                                           | 2024-02-29
            TO_SECONDS('2024-02-29')                                     | 63876384000
            """)
    void datesAreComputed(String expression, String expected) {
        assertThat(new Evaluating().value(expression)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            JSON_OBJECT('bb', 1, 'a', TRUE)                     | {"a": true, "bb": 1}
            JSON_EXTRACT('{"a": [1, {"b": "x"}]}', '$.a[1].b')  | "x"
            JSON_EXTRACT('[1, 2, 3]', '$[last]', '$[0]')        | [3, 1]
            JSON_UNQUOTE('"a\\\\u0041b"')                        | aAb
            JSON_SET('{"a": 1}', '$.a', 2, '$.b', 3)            | {"a": 2, "b": 3}
            JSON_INSERT('[1, 2]', '$[9]', 3)                    | [1, 2, 3]
            JSON_REMOVE('[1, [2, 3], 4]', '$[1]')               | [1, 4]
            JSON_ARRAY_INSERT('[1, 3]', '$[1]', 2)              | [1, 2, 3]
            JSON_MERGE_PATCH('{"a": 1, "b": 2}', '{"a": null}') | {"b": 2}
            JSON_MERGE_PRESERVE('[1]', '{"a": 2}')              | [1, {"a": 2}]
            JSON_SEARCH('["abc", {"x": "abd"}]', 'all', 'ab%')  | ["$[0]", "$[1].x"]
            JSON_CONTAINS('{"a": [1, 2]}', '{"a": [2]}')        | 1
            JSON_OVERLAPS('[1, 2]', '[2, 3]')                   | 1
            JSON_TYPE('18446744073709551615')                   | UNSIGNED INTEGER
            JSON_VALID('{"a":}')                                | 0
            JSON_EXTRACT('{', '$.a')                            | error 3141
            JSON_EXTRACT('{}', 'a')                             | error 3143
            JSON_SET('{}', '$.*', 1)                            | error 3149
            JSON_KEYS(1)                                        | error 3146
            """)
    void documentsAreSearchedAndChanged(String expression, String expected) {
        assertThat(new Evaluating().value(expression)).isEqualTo(expected);
    }

    @Test
    void aCutValueLeavesItsWarning() {
        Evaluating session = new Evaluating();
        session.value("'12abc' + 0");
        session.value("1 / 0");
        session.value("DATE_ADD('x', INTERVAL 1 DAY)");
        assertThat(session.warnings).containsExactly(1292, 1365, 1292);
    }

    @Test
    void literalsHaveTheConnectionsCollation() {
        assertThat(new Evaluating("utf8mb4_general_ci").value("'a' = 'a '")).isEqualTo("1");
        assertThat(new Evaluating("utf8mb4_0900_ai_ci").value("'a' = 'a '")).isEqualTo("0");
        assertThat(new Evaluating("utf8mb4_0900_as_cs").value("'a' = 'A'")).isEqualTo("0");
        assertThat(new Evaluating().value("'a' COLLATE utf8mb4_bin = 'A'")).isEqualTo("0");
    }

    @Test
    void collationsThatWereAskedForAndDifferDoNotMix() {
        assertThat(new Evaluating().value("'a' COLLATE utf8mb4_bin = 'A' COLLATE utf8mb4_general_ci"))
                .isEqualTo("error 1267");
        assertThat(new Evaluating().value("'a' COLLATE latin1_bin")).isEqualTo("error 1253");
        assertThat(new Evaluating().value("'a' COLLATE nosuch_ci")).isEqualTo("error 1273");
        assertThat(new Evaluating().value("COERCIBILITY('a' COLLATE utf8mb4_bin)"))
                .isEqualTo("0");
    }

    @Test
    void aStrictFrameThrowsWhatElseIsAWarning() {
        Evaluating session = new Evaluating();
        Expression division = session.compile("1 / 0");
        org.assertj.core.api.Assertions.assertThatThrownBy(
                        () -> division.eval(session.frame().strict()))
                .hasMessageContaining("Division by 0");
        Expression logarithm = session.compile("LN(0)");
        org.assertj.core.api.Assertions.assertThatThrownBy(
                        () -> logarithm.eval(session.frame().strict()))
                .hasMessageContaining("Invalid argument for logarithm");
        assertThat(session.warnings).isEmpty();
    }

    /** A long list is found by a hash, a short one looked through: the answers are the same. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            3                            | 1, 2, 3
            4                            | 1, 2, 3
            4                            | 1, NULL, 3
            NULL                         | 1, 2
            -1                           | 18446744073709551615, 2
            18446744073709551615         | 18446744073709551615, -1
            1.50                         | 1.5, 2
            1                            | 1.00, 2.0
            0                            | 'a', 'b'
            1                            | '1', 'a'
            '1a'                         | 1, 2
            0e0                          | -0e0, 1e0
            'STRASSE'                    | 'straße', 'b'
            'a'                          | 'b', NULL
            BINARY 'a'                   | 'A', 'b'
            0x6162                       | 'ab', 'c'
            DATE'2020-01-02'             | '2020-01-02', '2020-01-03'
            DATE'2020-01-02'             | 'no date', '2020-01-03'
            TIME'10:00:00'               | '10:00:00.0', '11:00:00'
            1                            | 1, 'x', 2.5
            """)
    void aLongListAnswersAsAShortOne(String value, String list) {
        for (String operator : List.of(" IN (", " NOT IN (")) {
            Evaluating few = new Evaluating();
            Evaluating many = new Evaluating();
            String expected = few.value(value + operator + list + ")");
            assertThat(many.value(value + operator + (list + ", ").repeat(20) + list + ")"))
                    .isEqualTo(expected);
            assertThat(new java.util.TreeSet<>(many.warnings)).isEqualTo(new java.util.TreeSet<>(few.warnings));
        }
    }
}
