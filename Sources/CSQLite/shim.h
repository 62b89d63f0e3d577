#include <sqlite3.h>

/// `SQLITE_TRANSIENT` is a cast, which Swift cannot import: SQLite copies the bytes before the call returns.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, (const char *)bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// `SQLITE_TRANSIENT` is a cast, which Swift cannot import: SQLite copies the bytes before the call returns.
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}
