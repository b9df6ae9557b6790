import * as l10n from '@vscode/l10n';
import type { Connection } from '../account/connection.ts';
import { pastableJson } from './plainText.ts';
import { exchangeText, headLines, type PlannedCall, type RequestPlan } from './requestPlan.ts';
import { addressOf, tokenPath, type ServiceRequest } from './serviceRequest.ts';

/**
 * The calls as a request file (`.http`) for the REST Client extension. It contains no key: that comes from the
 * environment. Calls that spend money ask for confirmation before they are sent.
 */
export function requestFile(connection: Connection, plan: RequestPlan): string {
  const { calls } = plan;
  const hosts = [...new Set(['authUrl', ...calls.map(({ request }) => request.host)] as const)];
  const head = [
    ...headLines(connection, plan),
    `# ${l10n.t("Set the environment variable SWATH_API_KEY before the editor starts. Don't add the key to this file.")}`,
    ...hosts.map(host => `@${host} = ${connection[host]}`),
    '@apiKey = {{$processEnv SWATH_API_KEY}}',
  ];
  const exchange = [
    `### ${exchangeText()}`,
    '# @name token',
    `POST {{authUrl}}${tokenPath}`,
    'Accept: application/json',
    'Content-Type: application/x-www-form-urlencoded',
    '',
    'apikey={{%apiKey}}&client_id=IDP&grant_type=api_key',
  ];
  const parts = calls.map((call, index) => callLines(connection, call, index + 1));
  return `${[head, exchange, ...parts].map(lines => lines.join('\n')).join('\n\n')}\n`;
}

function callLines(connection: Connection, { request, does, spendsMoney }: PlannedCall, number: number) {
  return [
    `### ${number}. ${does}`,
    // Makes REST Client ask before it sends.
    ...(spendsMoney ? ['# @note'] : []),
    `${request.method} ${placedAddress(connection, request)}`,
    'Accept: application/json',
    'Authorization: Bearer {{token.response.body.access_token}}',
    ...(request.json === undefined ? [] : ['Content-Type: application/json', '', pastableJson(request.json)]),
  ];
}

/** The address with a variable instead of its host. */
function placedAddress(connection: Connection, request: ServiceRequest): string {
  const { href } = addressOf(connection, request);
  const host = connection[request.host];
  return href.startsWith(`${host}/`) ? `{{${request.host}}}${href.slice(host.length)}` : href;
}
