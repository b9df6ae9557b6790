import * as l10n from '@vscode/l10n';
import type { Connection } from '../../../service/rules/connection.ts';
import { requestUrl, type ServiceRequest, tokenPath } from '../../../service/rules/serviceRequest.ts';
import {
  exchangeText,
  headLines,
  pastableJson,
  type PlannedCall,
  purposeText,
  type RequestPlan,
  requiresText,
} from './requestPlan.ts';

/**
 * The calls as a script for a POSIX shell. It contains no key: that comes from the environment. Neither the key nor the
 * token appears in the process list, which everyone on the machine can read: curl gets them on its standard input. The
 * script is the input of its own shell, so that it can be pasted into any shell with here-documents, and it stops there
 * at the first failure. Calls that spend money are sent only after another confirmation.
 */
export function curlScript(connection: Connection, plan: RequestPlan): string {
  const head = [
    ...headLines(connection, plan),
    `# ${requiresText('curl 7.76+')}`,
    'set -eu',
    ...keyCheck(),
    // For bodies: curl's standard input is in use, and not every curl can read from another file descriptor.
    'swath_folder=$(mktemp -d)',
    `trap 'cd / && rm -rf "$swath_folder"' EXIT`,
    `trap 'exit 1' HUP INT TERM`,
    'cd "$swath_folder"',
    // Following no redirect at all makes each a failure, whatever the user's .curlrc says.
    'swath_curl() {',
    '  curl --silent --show-error --fail-with-body --globoff --location --max-redirs 0 \\',
    `   ${transportOptions(connection)} "$@"`,
    '}',
    'swath_call() {',
    `  swath_curl --config - --header 'Accept: application/json' "$@" <<SWATH_HEADER`,
    'header = "Authorization: Bearer $token"',
    'SWATH_HEADER',
    '}',
  ];
  const exchange = [
    `# ${exchangeText()}`,
    `token=$(printf %s "$SWATH_API_KEY" | swath_curl --data-urlencode apikey@- \\`,
    `  --data client_id=IDP --data grant_type=api_key ${shellWord(connection.authUrl + tokenPath)} \\`,
    // The characters of a token (RFC 6750), none of which is special in a curl config file.
    String.raw`  | sed -n 's|.*"access_token"[[:space:]]*:[[:space:]]*"\([A-Za-z0-9._~+/=-]*\)".*|\1|p')`,
    ': "${token:?}"',
  ];
  const parts = plan.calls.map((call, index) => callLines(connection, call, index + 1));
  const script = [head, exchange, ...parts].map(lines => lines.join('\n')).join('\n\n');
  return `sh <<'SWATH_SCRIPT'\n${script}\nSWATH_SCRIPT\n`;
}

/** Ends the script before a placeholder is sent as the key: the service suspends access after a wrong key. */
function keyCheck(): string[] {
  const missing = l10n.t('SWATH_API_KEY contains no API key. Nothing was sent.');
  return [
    'swath_key=${SWATH_API_KEY:-}',
    'case $swath_key in',
    // Fewer than eight letters, dots as in the comment above, angle brackets, or white space.
    `  *...*|*'<'*|*[[:space:]]*) swath_key=;;`,
    'esac',
    'if [ "${#swath_key}" -lt 8 ]; then',
    `  echo ${shellWord(missing)} >&2`,
    '  exit 1',
    'fi',
  ];
}

function callLines(connection: Connection, call: PlannedCall, number: number) {
  const { request, spendsMoney } = call;
  const lines = [`# ${number}. ${purposeText(call)}`];
  if (!spendsMoney) return [...lines, ...sendLines(connection, request)];
  return [
    ...lines,
    `# ${l10n.t('Sent only if the first line starts with SWATH_ORDER=yes sh. If no answer arrives, check your orders before you send it again.')}`,
    'if [ "${SWATH_ORDER:-no}" = yes ]; then',
    ...sendLines(connection, request),
    'else',
    `  echo ${shellWord(l10n.t('Nothing was ordered: see the comment above the order.'))} >&2`,
    'fi',
  ];
}

function sendLines(connection: Connection, request: ServiceRequest): string[] {
  const address = requestUrl(connection, request).href.replaceAll('!', '%21');
  if (request.json === undefined) {
    return [`swath_call --request ${request.method} ${shellWord(address)}`, 'echo'];
  }
  return [
    "cat > swath_body <<'SWATH_BODY'",
    // Each line starts as JSON does, so that none ends a here-document.
    pastableJson(request.json),
    'SWATH_BODY',
    `swath_call --request ${request.method} --header 'Content-Type: application/json' \\`,
    `  --data-binary @swath_body ${shellWord(address)}`,
    'echo',
  ];
}

function transportOptions({ transport }: Connection): string {
  if (!transport) return '';
  const { clientCertificate, clientKey, certificateAuthority, proxy } = transport;
  const option = (name: string, word: string | undefined) => (word === undefined ? '' : ` --${name} ${word}`);
  return [
    option('cert', clientCertificate && pathWord(clientCertificate)),
    option('key', clientKey && pathWord(clientKey)),
    option('cacert', certificateAuthority && pathWord(certificateAuthority)),
    option('proxy', proxy && shellWord(proxy)),
  ].join('');
}

/** Paths of connections are absolute, or relative to the home folder. */
function pathWord(path: string): string {
  return /^~[\\/]/.test(path) ? `"$HOME"/${shellWord(path.slice(2))}` : shellWord(path);
}

/** One word of a POSIX shell with exactly this text; anything but NUL is allowed. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
