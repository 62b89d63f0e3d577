/* The least that an answer can cost with the parts that the server is made of: a page read through libpq and sent by
   libmicrohttpd, with nothing around it. Answers /?offset=N with 25 rows of `items`.

   Usage: floor PORT CONNINFO */
#include <libpq-fe.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *conninfo;
static _Thread_local PGconn *connection;
static pthread_key_t ending;

/* A client's thread ends with it, and its connection with the thread: the database has only so many. */
static void finish(void *connection) { PQfinish(connection); }

static enum MHD_Result answer(
    void *context, struct MHD_Connection *client, const char *url, const char *method, const char *version,
    const char *upload, size_t *upload_size, void **request) {
    static int seen;
    if (*request == NULL) {
        *request = &seen;
        return MHD_YES;
    }
    if (connection == NULL) {
        connection = PQconnectdb(conninfo);
        pthread_setspecific(ending, connection);
        PQclear(PQprepare(
            connection, "page", "SELECT id, title, created FROM items ORDER BY id LIMIT 25 OFFSET $1", 0, NULL));
    }
    const char *offset = MHD_lookup_connection_value(client, MHD_GET_ARGUMENT_KIND, "offset");
    const char *values[] = {offset == NULL ? "0" : offset};
    PGresult *rows = PQexecPrepared(connection, "page", 1, values, NULL, NULL, 0);
    char *body = malloc(16384);
    size_t count = (size_t)sprintf(body, "{\"objects\":[");
    for (int row = 0; row < PQntuples(rows); row++)
        count += (size_t)sprintf(
            body + count, "%s{\"id\":%s,\"title\":\"%s\",\"created\":%s}", row == 0 ? "" : ",", PQgetvalue(rows, row, 0),
            PQgetvalue(rows, row, 1), PQgetvalue(rows, row, 2));
    count += (size_t)sprintf(body + count, "]}");
    int status = PQresultStatus(rows) == PGRES_TUPLES_OK ? 200 : 500;
    PQclear(rows);
    struct MHD_Response *response = MHD_create_response_from_buffer(count, body, MHD_RESPMEM_MUST_FREE);
    MHD_add_response_header(response, "Content-Type", "application/json");
    enum MHD_Result result = MHD_queue_response(client, (unsigned int)status, response);
    MHD_destroy_response(response);
    return result;
}

int main(int count, char **arguments) {
    if (count != 3) return fprintf(stderr, "usage: floor PORT CONNINFO\n"), 2;
    conninfo = arguments[2];
    pthread_key_create(&ending, &finish);
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(arguments[1])), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL, 0, NULL, NULL, &answer, NULL,
        MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_END);
    if (daemon == NULL) return perror("floor"), 1;
    while (getppid() != 1) sleep(1);
    MHD_stop_daemon(daemon);
    return 0;
}
