#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/params.h>

/* A message authentication code by HMAC with SHA-256 (RFC 2104), begun with a key, to be copied for each message; NULL if there is no memory. */
static inline EVP_MAC_CTX *ccrypto_hmac(const unsigned char *key, size_t size) {
    char digest[] = "SHA256";
    OSSL_PARAM parameters[] = {OSSL_PARAM_construct_utf8_string("digest", digest, 0), OSSL_PARAM_construct_end()};
    EVP_MAC *mac = EVP_MAC_fetch(NULL, "HMAC", NULL);
    EVP_MAC_CTX *context = mac ? EVP_MAC_CTX_new(mac) : NULL;
    EVP_MAC_free(mac);
    if (context && EVP_MAC_init(context, key, size, parameters) == 1) return context;
    EVP_MAC_CTX_free(context);
    return NULL;
}
