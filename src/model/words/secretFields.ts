/** What of the service's fields is shown to nobody. Its answers should hold no secret; deployed services differ. */

/** Ends of names, in small letters with nothing between the words. An id, a type or a date of a secret is none. */
const secretEnd =
  /(?:token|secret|password|passwd|passphrase|pwd|authorization|credential|cookie|bearer|jwt|session|sessionid|(?:api|access|private|secret)key)s?(?:value|hash|text|string|header)?$/;

/** Whether a field of this name holds a secret: in camel case, with dashes, with underscores or in capitals. */
export function isSecretName(name: string): boolean {
  return secretEnd.test(name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase());
}

/** Three parts or more in base64url with dots between them, the first of which is a JSON object (RFC 7519, RFC 7516). */
const webToken = /(?<![\w-])eyJ[\w-]*\.[\w-]+(?:\.[\w-]*)+/g;
const queryField = /(?<=[?&#;])([^?&#;=\s]+)=[^&#;\s]+/g;
const userInfo = /(?<=:\/\/)[^/?#\s@]+@/g;

const hidden = '•••';

/**
 * A text of the service without what looks like a token, and without the parts of addresses that give access.
 *
 * @param known secrets that are left out wherever they stand
 */
export function withoutSecrets(text: string, known: readonly string[] = []): string {
  return known
    .filter(secret => secret !== '')
    .reduce((kept, secret) => kept.replaceAll(secret, hidden), text)
    .replaceAll(webToken, hidden)
    .replaceAll(userInfo, `${hidden}@`)
    .replaceAll(queryField, (field, name: string) => (isSecretQuery(name) ? `${name}=${hidden}` : field));
}

/** Signed addresses are as good as a token. */
function isSecretQuery(name: string): boolean {
  return isSecretName(name) || /(?:^sig|signature)$/i.test(name);
}
