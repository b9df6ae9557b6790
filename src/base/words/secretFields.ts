import { secretRanges } from './secretSpellings.ts';

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
const queryField = /(?<![^?&#;\s"'`([{<,])([\w.~-]{1,80})=[^&#;\s"'`<>]+/g;

/** `name:password@host`, also without a scheme, as in the settings of a proxy. A password can contain any sign. */
const userInfo =
  /(?<=:\/\/)[^/?#\s@]+@|(?<![^\s"'`([{<,;=])(?!mailto:)[^\s"'`<>()[\]{},;:=@/]{0,100}:(?!\/\/)[^\s"'`<>]{0,200}@(?=[\w[.])/gi;
/** In a list of proxies, as in a proxy script. */
const proxyUser = /(?<=\b(?:PROXY|HTTPS?|SOCKS[45]?) )\S{1,300}@(?=[\w[.])/gi;

/** A secret after its name, as in a header: no word is so long and has a digit. */
const namedSecret =
  /\b(bearer |basic |([\w-]{2,40})["']?\s?[:=]\s?)(["']?)(?=[^\s"'&,]{0,100}\d)[^\s"'&,]{12,}/gi;

const hidden = '•••';

/**
 * Removes from a text of the service whatever looks like a token, and the parts of addresses that give access.
 *
 * @param known secrets that are removed wherever they occur, however they are spelled
 */
export function withoutSecrets(text: string, known: readonly string[] = []): string {
  return withoutRanges(text, secretRanges(text, known))
    .replaceAll(webToken, hidden)
    .replaceAll(proxyUser, `${hidden}@`)
    .replaceAll(userInfo, `${hidden}@`)
    .replaceAll(namedSecret, (found, before: string, name: string | undefined, quote: string) =>
      name === undefined || isSecretName(name) ? before + quote + hidden : found,
    )
    .replaceAll(queryField, (field, name: string) => (isSecretQuery(name) ? `${name}=${hidden}` : field));
}

function withoutRanges(text: string, ranges: readonly (readonly [start: number, end: number])[]): string {
  let kept = '';
  let last = -1;
  for (const [start, end] of [...ranges].sort(([a], [b]) => a - b)) {
    if (start > last) kept += text.slice(Math.max(last, 0), start) + hidden;
    last = Math.max(last, end);
  }
  return kept + text.slice(Math.max(last, 0));
}

/** Signed addresses are as good as a token. */
function isSecretQuery(name: string): boolean {
  return isSecretName(name) || /(?:^sig|signature)$/i.test(name);
}
