#include <microhttpd.h>
#include <netdb.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

/// The settings of a new daemon. `MHD_start_daemon` is variadic, which Swift cannot call.
struct cmicrohttpd_configuration {
    MHD_socket listening;
    unsigned int connections;
    unsigned int connections_per_address;
    unsigned int idle_seconds;
    size_t connection_memory;
    MHD_AccessHandlerCallback answer;
    void *(*begin)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_RequestCompletedCallback complete;
    MHD_NotifyConnectionCallback notify;
    void *context;
};

/// Names in queries stay encoded: the code that answers decodes them, once.
static inline size_t cmicrohttpd_keep_encoded(void *context, struct MHD_Connection *connection, char *text) {
    size_t count = 0;
    (void)context;
    (void)connection;
    while (text[count] != 0) count++;
    return count;
}

#if defined(__linux__)
static const unsigned int cmicrohttpd_polling = MHD_USE_EPOLL;
#else
static const unsigned int cmicrohttpd_polling = MHD_USE_POLL;
#endif

/// Starts a daemon, on a socket that listens already. One thread does all sending and receiving; a connection whose answer is
/// not ready yet is suspended, and waits at no cost.
static inline struct MHD_Daemon *cmicrohttpd_start(const struct cmicrohttpd_configuration *configuration) {
    return MHD_start_daemon(
        cmicrohttpd_polling | MHD_USE_INTERNAL_POLLING_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC, 0, NULL, NULL,
        configuration->answer, configuration->context,
        MHD_OPTION_LISTEN_SOCKET, configuration->listening,
        MHD_OPTION_CONNECTION_LIMIT, configuration->connections,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, configuration->connections_per_address,
        MHD_OPTION_CONNECTION_TIMEOUT, configuration->idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, configuration->connection_memory,
        MHD_OPTION_UNESCAPE_CALLBACK, &cmicrohttpd_keep_encoded, NULL,
        MHD_OPTION_URI_LOG_CALLBACK, configuration->begin, configuration->context,
        MHD_OPTION_NOTIFY_COMPLETED, configuration->complete, configuration->context,
        MHD_OPTION_NOTIFY_CONNECTION, configuration->notify, configuration->context,
        MHD_OPTION_END);
}

/// The socket of a connection; `MHD_get_connection_info` is variadic.
static inline MHD_socket cmicrohttpd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? MHD_INVALID_SOCKET : info->connect_fd;
}

/// The address of a client in numbers.
static inline int cmicrohttpd_address(struct MHD_Connection *connection, char *text, size_t size) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (info == NULL || info->client_addr == NULL) return 0;
    socklen_t length = info->client_addr->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
    return getnameinfo(info->client_addr, length, text, (socklen_t)size, NULL, 0, NI_NUMERICHOST) == 0;
}

static inline ssize_t cmicrohttpd_no_body(void *context, uint64_t position, char *buffer, size_t size) {
    (void)context;
    (void)position;
    (void)buffer;
    (void)size;
    return MHD_CONTENT_READER_END_WITH_ERROR;
}

static const uint64_t cmicrohttpd_unknown_length = MHD_SIZE_UNKNOWN;

/// The answer to HEAD: it says how long the body would be, and has none to read. Where that is not known it says nothing, and the
/// connection ends: version 0.9.75 would send the end of a chunked body, which a client takes for its next answer.
static inline struct MHD_Response *cmicrohttpd_head_response(uint64_t length) {
    struct MHD_Response *response = MHD_create_response_from_callback(length, 1024, &cmicrohttpd_no_body, NULL, NULL);
    if (response && length == MHD_SIZE_UNKNOWN) MHD_set_response_options(response, MHD_RF_HTTP_VERSION_1_0_ONLY, MHD_RO_END);
    return response;
}

/// An answer whose body comes bit by bit: as many bytes as are known, or until `next` says that it is over.
static inline struct MHD_Response *cmicrohttpd_stream_response(
    uint64_t length, MHD_ContentReaderCallback next, void *context, MHD_ContentReaderFreeCallback release) {
    return MHD_create_response_from_callback(length, 4096, next, context, release);
}

/// The library counts the time that a stream has nothing to tell as idle; here others watch over it.
static inline void cmicrohttpd_wait_without_end(struct MHD_Connection *connection) {
    MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, 0u);
}

static const ssize_t cmicrohttpd_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;
/// The connection is closed without the mark that says that all of the body is there.
static const ssize_t cmicrohttpd_broken_stream = MHD_CONTENT_READER_END_WITH_ERROR;

/// An answer with a body, which is copied.
static inline struct MHD_Response *cmicrohttpd_response(const void *body, size_t length) {
    // The library takes a pointer to what it may write to, and in this mode never does.
    return MHD_create_response_from_buffer(length, (void *)body, MHD_RESPMEM_MUST_COPY);
}

// How Swift sees the library's enumerations differs between its versions; constants of ours look the same with each.
static const enum MHD_Result cmicrohttpd_yes = MHD_YES;
static const enum MHD_Result cmicrohttpd_no = MHD_NO;

static inline void cmicrohttpd_each_header(
    struct MHD_Connection *connection, MHD_KeyValueIterator iterator, void *context) {
    MHD_get_connection_values(connection, MHD_HEADER_KIND, iterator, context);
}

/// The bytes that the answer to a request without a body follows from: its version, its target, and all its fields but those that no answer
/// depends on. Two requests with equal bytes have equal answers.
struct cmicrohttpd_key {
    char *bytes;
    size_t size;
    size_t used;
    unsigned int hosts;
    /// Whether it cannot be told so: it has a body, names whose share of the server it has, is too long, or is to be refused.
    int has_none;
    /// The value of X-Request-ID; null for none.
    const char *id;
};

static inline int cmicrohttpd_is_one_of(const char *const *names, const char *name, size_t length) {
    for (; *names != NULL; names++)
        if (strlen(*names) == length && strncasecmp(*names, name, length) == 0) return 1;
    return 0;
}

static inline void cmicrohttpd_add(struct cmicrohttpd_key *key, const char *text, size_t length, unsigned char least) {
    if (key->used + length + 1 > key->size) {
        key->has_none = 1;
        return;
    }
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        if ((byte < least && byte != 0x09) || byte == 0x7F) key->has_none = 1;
        key->bytes[key->used++] = text[i];
    }
    key->bytes[key->used++] = 0;
}

static inline enum MHD_Result cmicrohttpd_add_field(
    void *context, enum MHD_ValueKind kind, const char *name, size_t name_size, const char *value, size_t value_size) {
    static const char *const without_key[] = {
        "Authorization", "Content-Length", "Expect", "Transfer-Encoding", "Upgrade", "X-Forwarded-For", NULL};
    static const char *const without_effect[] = {
        "Accept-Language", "Cache-Control", "Connection", "Cookie", "DNT", "Pragma", "Priority", "Referer", "Sec-CH-UA",
        "Sec-CH-UA-Mobile", "Sec-CH-UA-Platform", "Sec-Fetch-Dest", "Sec-Fetch-Mode", "Sec-Fetch-Site", "User-Agent",
        "X-Request-ID", NULL};
    struct cmicrohttpd_key *key = (struct cmicrohttpd_key *)context;
    (void)kind;
    if (cmicrohttpd_is_one_of(without_key, name, name_size)) key->has_none = 1;
    if (name_size == 4 && strncasecmp(name, "Host", 4) == 0) key->hosts++;
    if (name_size == 12 && strncasecmp(name, "X-Request-ID", 12) == 0) key->id = value;
    size_t before = key->used;
    cmicrohttpd_add(key, name, name_size, 0x20);
    if (value != NULL) cmicrohttpd_add(key, value, value_size, 0x20);
    if (cmicrohttpd_is_one_of(without_effect, name, name_size)) key->used = before;
    return key->has_none ? MHD_NO : MHD_YES;
}

/// Writes the bytes of a request's key.
static inline void cmicrohttpd_write_key(
    struct cmicrohttpd_key *key, struct MHD_Connection *connection, const char *version, const char *target) {
    cmicrohttpd_add(key, version, strlen(version), 0x21);
    cmicrohttpd_add(key, target, strlen(target), 0x21);
    if (strchr(target, 0x09) != NULL) key->has_none = 1;
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, &cmicrohttpd_add_field, key);
    if (key->hosts != 1) key->has_none = 1;
}

/// An answer whose body stays where it is until `release` is called.
static inline struct MHD_Response *cmicrohttpd_kept_response(
    const void *body, size_t length, MHD_ContentReaderFreeCallback release, void *context) {
    return MHD_create_response_from_buffer_with_free_callback_cls(length, (void *)body, release, context);
}

static inline int cmicrohttpd_is_sent(enum MHD_RequestTerminationCode code) {
    return code == MHD_REQUEST_TERMINATED_COMPLETED_OK;
}

static inline int cmicrohttpd_is_opening(enum MHD_ConnectionNotificationCode code) {
    return code == MHD_CONNECTION_NOTIFY_STARTED;
}
