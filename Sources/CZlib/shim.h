#include <string.h>
#include <zlib.h>

/// Compresses into the gzip format (RFC 1952). `deflateInit2` is a macro, which Swift cannot call.
///
/// Returns how many bytes were written, or 0 where they do not fit, or there is no memory.
static inline unsigned long czlib_gzip(
    const void *bytes, unsigned int count, void *into, unsigned int room, int level) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (deflateInit2(&stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    stream.next_in = (Bytef *)bytes;
    stream.avail_in = count;
    stream.next_out = (Bytef *)into;
    stream.avail_out = room;
    int code = deflate(&stream, Z_FINISH);
    unsigned long written = stream.total_out;
    deflateEnd(&stream);
    return code == Z_STREAM_END ? written : 0;
}
