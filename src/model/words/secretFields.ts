/**
 * Fields of the service that are never shown. Its responses should contain no secrets, but deployed services differ.
 */

/** Ends of names, lowercase and without separators. An id, a type or a date of a secret isn't a secret. */
const secretEnd =
  /(?:token|secret|password|passwd|passphrase|pwd|authorization|credential|cookie|bearer|jwt|session|sessionid|(?:api|access|private|secret)key)s?(?:value|hash|text|string|header)?$/;

/** Whether a field of this name contains a secret: in camel case, with dashes, with underscores or in uppercase. */
export function isSecretName(name: string): boolean {
  return secretEnd.test(name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase());
}

/** At least three base64url parts separated by dots, the first of which is a JSON object (RFC 7519, RFC 7516). */
const webToken = /(?<![\w-])eyJ[\w-]*\.[\w-]+(?:\.[\w-]*)+/g;
const queryField = /(?<=[?&#;])([^?&#;=\s]+)=[^&#;\s]+/g;
const userInfo = /(?<=:\/\/)[^/?#\s@]+@/g;

const hidden = '•••';

/**
 * Removes from a text of the service whatever looks like a token, and the parts of addresses that give access.
 *
 * @param known secrets that are removed wherever they occur
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
