#include <libpq-fe.h>

/// The names of an error's fields are characters, which Swift cannot import as the numbers they are taken for.
static inline const char *cpostgresql_sqlstate(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

/// The first line of an error, without the details and the place in the statement.
static inline const char *cpostgresql_message(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}
