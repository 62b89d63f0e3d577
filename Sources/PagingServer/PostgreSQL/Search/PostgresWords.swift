/// The function that finds the words of a text: `paging_words('The Öl-Book')` is `{the,ol,book}`, and the one that makes a text of a value:
/// of any type, so that a column whose type is altered takes its index along.
///
/// It reads no table, and runs with the rights of its caller. Every role may call it, since a writer's statements call it for the index. What
/// it names is looked for in `pg_catalog` alone, whatever the caller's `search_path`.
struct PostgresWords {
    /// The schema it is in.
    let schema: String
    /// The collation by which letters are told and made small.
    let collation: String

    static let name = "paging_words"

    /// Collations that know the letters of all scripts, the best first: one that no library can change, that of ICU, and, if the
    /// server has neither, the database's own.
    private static let collations = ["pg_c_utf8", "und-x-icu", "default"]

    /// Characters of a row's texts that are searched, at most. The words of a row may have a megabyte, and a character four bytes.
    private static let characters = 250_000
    /// Characters of a word that are compared. PostgreSQL has no word of more than 2,046 bytes.
    private static let wordCharacters = 255

    /// Marks over and under letters, which are ignored.
    private static let marks =
        #"\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC"#
        + #"\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F"#
    /// The characters of words besides letters and digits: other numbers, and the signs for vowels in Indic scripts, Thai and Khmer.
    private static let others =
        #"\u00B2\u00B3\u00B9\u00BC-\u00BE\u2070-\u2079\u2080-\u2089\u2150-\u218B"#
        + #"\u0900-\u0963\u0966-\u0DF3\u0E01-\u0E3A\u0E40-\u0E4E\u0E81-\u0ECD\u1000-\u1049\u1780-\u17D3"#

    /// The function as SQL names it.
    var name: String { "\(SQLName.quoted(schema)).\(PostgresWords.name)" }

    /// The body of the function. Letters are made small and taken apart, their marks removed, and put together again (a syllable of Korean
    /// is one letter); what is between words becomes a blank. Plain ASCII, which is most text, is done in a third of the time.
    var body: String {
        """

        DECLARE
          t text := left($1, \(PostgresWords.characters));
        BEGIN
          IF octet_length(t) > length(t) THEN
            t := normalize(translate(lower(t COLLATE "\(collation)"), 'ς', 'σ'), NFD);
            t := regexp_replace(t, '[\(PostgresWords.marks)]+', '', 'g');
          END IF;
          IF octet_length(t) > length(t) THEN
            t := regexp_replace(normalize(t, NFC) COLLATE "\(collation)", '[^[:alnum:]\(PostgresWords.others)]+', ' ', 'g');
          ELSE
            t := regexp_replace(lower(t COLLATE "C"), '[^a-z0-9]+', ' ', 'g');
          END IF;
          t := btrim(left(t, \(PostgresWords.characters)), ' ');
          IF length(t) <= \(PostgresWords.wordCharacters) THEN
            RETURN string_to_array(t, ' ');
          END IF;
          RETURN ARRAY(SELECT left(word, \(PostgresWords.wordCharacters)) FROM unnest(string_to_array(t, ' '))
            WITH ORDINALITY AS s (word, place) ORDER BY place);
        END
        """
    }

    /// The function that makes a text of a value, as SQL names it.
    var textName: String { "\(SQLName.quoted(schema)).paging_text" }
    /// Its body. It has no settings, so that PostgreSQL puts this in its place.
    private static let textBody = "SELECT coalesce($1::pg_catalog.text, '')"

    /// One of the functions.
    struct Function {
        /// As SQL names it.
        let name: String
        fileprivate let parameter: String
        fileprivate let definition: String

        /// The name and the type of its parameter.
        var signature: String { "\(name)(\(parameter))" }
        /// The statements that make it.
        var statements: [String] {
            ["CREATE FUNCTION \(signature) \(definition)", "GRANT EXECUTE ON FUNCTION \(signature) TO PUBLIC"]
        }
    }

    /// Both functions.
    var functions: [Function] {
        [
            Function(
                name: name, parameter: "text",
                definition: "RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE "
                    + "SET search_path = pg_catalog, pg_temp AS $paging$\(body)$paging$"),
            Function(
                name: textName, parameter: "anyelement",
                definition:
                    "RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS \(SQLName.literal(PostgresWords.textBody))"
            ),
        ]
    }

    /// The functions in all versions that may be in a database.
    static var bodies: [String] { collations.map { PostgresWords(schema: "", collation: $0).body } + [textBody] }

    private init(schema: String, collation: String) {
        (self.schema, self.collation) = (schema, collation)
    }

    /// The function by the best collation that the server has.
    init(schema: String, _ connection: PostgresConnection) throws {
        var known: [String] = []
        try connection.forEachRow(
            "SELECT collname FROM pg_collation WHERE collnamespace = 'pg_catalog'::regnamespace "
                + "AND collencoding IN (-1, pg_char_to_encoding('UTF8'))"
        ) { known.append($0.string(0)) }
        self.init(schema: schema, collation: PostgresWords.collations.first(where: known.contains) ?? "default")
    }
}
