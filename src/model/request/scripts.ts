/**
 * Calls as a script in Python or JavaScript that runs as it is. It contains no key: that comes from the environment. The
 * token goes only to the addresses of the connection. What spends money is commented out.
 */
import * as l10n from '@vscode/l10n';
import type { Connection } from '../account/connection.ts';
import {
  pastableJson,
  exchangeText,
  headLines,
  requiresText,
  type PlannedCall,
  type RequestPlan,
} from './requestPlan.ts';
import { neverFollowed } from '../linkRule.ts';
import { tokenPath } from './serviceRequest.ts';

export const scriptLanguages = ['python', 'javascript'] as const;
export type ScriptLanguage = (typeof scriptLanguages)[number];

export function script(language: ScriptLanguage, connection: Connection, plan: RequestPlan): string {
  const [write, comment] = language === 'python' ? [pythonLines, '#'] : [javaScriptLines, '//'];
  const lines = [
    ...headLines(connection, plan).map(line => line.replace('#', comment)),
    ...write(connection, plan),
  ];
  return `${lines.join('\n')}\n`;
}

/** Addresses that the calls use, and those that may get the token. */
const hosts = ['baseUrl', 'searchUrl', 'authUrl', 'accessUrl'] as const;

function keyText(): string {
  return l10n.t('SWATH_API_KEY contains no API key. Nothing was sent.');
}

function skippedText(): string {
  return l10n.t("Skipped a link that doesn't lead to a download.");
}

/** Finds a word in a decoded path that no link is followed to; for both languages. */
const forbidden = String.raw`[/\\]\s*(${neverFollowed.join('|')})(?![\w-])`;

/** The plan is that of a single request. */
function purposeOf({ does, gives }: PlannedCall): string {
  return gives === 'images' ? l10n.t('All pages of the search.') : does;
}

function orderedText(): string {
  return l10n.t('Uncomment to order. If no answer arrives, check your orders before you send it again.');
}

/** A literal in ASCII: whatever it is pasted into can't change it. @param astral writes a character beyond U+FFFF */
function literal(text: string, astral: (code: string) => string): string {
  const written = Array.from(text, character => {
    const code = character.codePointAt(0) ?? 0;
    if (character === '"' || character === '\\') return `\\${character}`;
    if (code >= 0x20 && code <= 0x7e) return character;
    return code > 0xffff ? astral(code.toString(16)) : String.raw`\u${code.toString(16).padStart(4, '0')}`;
  });
  return `"${written.join('')}"`;
}

const pythonText = (text: string) => literal(text, code => String.raw`\U${code.padStart(8, '0')}`);
const javaScriptText = (text: string) => literal(text, code => String.raw`\u{${code}}`);

/** JSON never has three quotation marks in a row, and ends with a bracket. */
const pythonValue = (value: unknown) => `json.loads(r"""${pastableJson(value)}""")`;
/** As a member of a literal, the name would set the prototype. */
const javaScriptValue = (value: unknown) =>
  pastableJson(value).replaceAll(/"__proto__"(?=:)/g, '["__proto__"]');

const commented = (lines: readonly string[], comment: string) =>
  lines.flatMap(text => text.split('\n')).map(line => `${comment} ${line}`.trimEnd());

function pythonLines(connection: Connection, { calls, imageId }: RequestPlan): string[] {
  const { clientCertificate, clientKey, certificateAuthority, proxy } = connection.transport ?? {};
  const path = (file: string) => `os.path.expanduser(${pythonText(file)})`;
  const options = [
    ...(clientCertificate === undefined
      ? []
      : [`session.cert = (${[clientCertificate, clientKey ?? clientCertificate].map(path).join(', ')})`]),
    ...(certificateAuthority === undefined ? [] : [`session.verify = ${path(certificateAuthority)}`]),
    ...(proxy === undefined
      ? []
      : [`session.proxies = {"https": ${pythonText(proxy)}, "http": ${pythonText(proxy)}}`]),
  ];
  return [
    `# ${requiresText('Python 3.9+, requests')}`,
    'import json',
    'import os',
    'import re',
    'import sys',
    'from urllib.parse import unquote, urlsplit',
    '',
    'import requests',
    '',
    ...hosts.map(host => `${constant(host)} = ${pythonText(connection[host])}`),
    '',
    'session = requests.Session()',
    ...options,
    '',
    '',
    'def checked(response):',
    '    if not response.ok:',
    '        sys.exit(f"{response.status_code} {response.reason}: {response.text[:500]}")',
    '    return response',
    '',
    '',
    `# ${exchangeText()}`,
    'def exchange_key():',
    '    key = os.environ.get("SWATH_API_KEY", "")',
    '    if len(key) < 8 or "..." in key or "<" in key or key != "".join(key.split()):',
    `        sys.exit(${pythonText(keyText())})`,
    '    form = {"apikey": key, "client_id": "IDP", "grant_type": "api_key"}',
    `    response = session.post(AUTH_URL + ${pythonText(tokenPath)}, data=form, timeout=60, allow_redirects=False)`,
    '    return checked(response).json()["access_token"]',
    '',
    '',
    'token = exchange_key()',
    `origins = {urlsplit(url)[:2] for url in (${hosts.map(constant).join(', ')})}`,
    '',
    '',
    'def authorize(request):',
    '    if urlsplit(request.url)[:2] in origins:',
    '        request.headers["Authorization"] = "Bearer " + token',
    '    return request',
    '',
    '',
    'def call(method, url, **options):',
    '    return checked(session.request(method, url, auth=authorize, timeout=60, allow_redirects=False, **options)).json()',
    '',
    '',
    'def download(url, path):',
    '    place = urlsplit(url).path',
    '    while place != unquote(place):',
    '        place = unquote(place)',
    `    if re.search(r"${forbidden}", place, re.IGNORECASE):`,
    `        print(${pythonText(skippedText())})`,
    '        return',
    '    with checked(session.get(url, auth=authorize, timeout=60, stream=True)) as response, open(path, "wb") as file:',
    '        for chunk in response.iter_content(1 << 20):',
    '            file.write(chunk)',
    '    print(path)',
    ...calls.flatMap(planned => ['', '', `# ${purposeOf(planned)}`, ...pythonCall(planned, imageId)]),
  ];
}

function constant(host: (typeof hosts)[number]): string {
  return host.replace('Url', '_URL').toUpperCase();
}

function pythonCall({ request, gives, spendsMoney }: PlannedCall, imageId: string | undefined): string[] {
  const { host, method, path, query, json } = request;
  const url = `${constant(host)} + ${pythonText(path)}`;
  const given = query ?? json;
  switch (gives) {
    case 'images':
      return [
        `search = ${pythonValue(given)}`,
        'size = int(search["itemsPerPage"])',
        'images = []',
        'while True:',
        `    page = call(${pythonText(method)}, ${url}, ${query ? 'params' : 'json'}=search)["features"]`,
        '    images += page',
        '    # The service returns at most 10,000.',
        '    if len(page) < size or len(images) + size > 10_000:',
        '        break',
        '    search["startPage"] = int(search["startPage"]) + 1',
        ...(imageId === undefined
          ? [
              'for image in images:',
              '    print(image["properties"].get("id"), image["properties"].get("acquisitionDate"))',
              '',
              '# import geopandas',
              '# footprints = geopandas.GeoDataFrame.from_features(images, crs=4326)',
            ]
          : [
              `image = next(one for one in images if one["properties"].get("id") == ${pythonText(imageId)})`,
              'print(json.dumps(image["properties"], indent=2))',
              'quicklooks = image.get("_links", {}).get("quicklook", [])',
              'for link in quicklooks if isinstance(quicklooks, list) else [quicklooks]:',
              '    download(link["href"], "quicklook.jpg")',
            ]),
      ];
    case 'order':
      return [
        `order = call(${pythonText(method)}, ${url})`,
        'print(order["status"])',
        'for number, delivery in enumerate(order.get("deliveries", []), 1):',
        '    link = delivery.get("_links", {}).get("download")',
        '    if order["status"] == "delivered" and link:',
        '        is_report = order["kind"] == "order.analytics-toolbox.archive"',
        '        download(link["href"], f"delivery-{number}.{\'geojson\' if is_report else \'zip\'}")',
        '',
        '# import geopandas',
        '# report = geopandas.read_file("delivery-1.geojson")',
      ];
    case 'price':
      return [
        `body = ${pythonValue(given)}`,
        `print(json.dumps(call(${pythonText(method)}, ${url}, json=body)["price"]))`,
      ];
    case 'placed': {
      const lines = [`print(json.dumps(call(${pythonText(method)}, ${url}, json=body), indent=2))`];
      return spendsMoney ? [`# ${orderedText()}`, ...commented(lines, '#')] : lines;
    }
  }
}

function javaScriptLines(connection: Connection, { calls, imageId }: RequestPlan): string[] {
  return [
    `// ${requiresText('Node.js 20+ (.mjs)')}`,
    ...(connection.transport
      ? [
          `// ${l10n.t('The certificate and the proxy of the connection are not used: fetch gets those of Node.js.')}`,
        ]
      : []),
    "import { writeFile } from 'node:fs/promises';",
    '',
    ...hosts.map(host => `const ${host} = ${javaScriptText(connection[host])};`),
    '',
    'async function checked(response) {',
    '  if (response.ok) return response;',
    '  throw new Error(`${response.status}: ${(await response.text()).slice(0, 500)}`);',
    '}',
    '',
    `// ${exchangeText()}`,
    'async function exchangeKey() {',
    "  const key = process.env.SWATH_API_KEY ?? '';",
    String.raw`  if (key.length < 8 || /\.\.\.|<|\s/.test(key)) throw new Error(${javaScriptText(keyText())});`,
    "  const body = new URLSearchParams({ apikey: key, client_id: 'IDP', grant_type: 'api_key' });",
    `  const options = { method: 'POST', body, redirect: 'error', signal: AbortSignal.timeout(60_000) };`,
    `  const response = await checked(await fetch(authUrl + ${javaScriptText(tokenPath)}, options));`,
    '  return (await response.json()).access_token;',
    '}',
    '',
    'const token = await exchangeKey();',
    `const origins = new Set([${hosts.join(', ')}].map(url => new URL(url).origin));`,
    '',
    'async function call(method, url, json, signal = AbortSignal.timeout(60_000)) {',
    '  const headers = {',
    "    Accept: 'application/json',",
    "    ...(json && { 'Content-Type': 'application/json' }),",
    '    ...(origins.has(new URL(url).origin) && { Authorization: `Bearer ${token}` }),',
    '  };',
    "  const redirect = method === 'GET' ? 'follow' : 'error';",
    '  const options = { method, headers, redirect, signal };',
    '  return checked(await fetch(url, { ...options, ...(json && { body: JSON.stringify(json) }) }));',
    '}',
    '',
    'async function download(url, path) {',
    '  let place = new URL(url).pathname;',
    '  while (/%[0-7][0-9a-f]/i.test(place))',
    '    place = place.replace(/%([0-7][0-9a-f])/gi, (_all, code) => String.fromCharCode(parseInt(code, 16)));',
    `  if (/${forbidden}/i.test(place)) return console.log(${javaScriptText(skippedText())});`,
    "  await writeFile(path, (await call('GET', url, undefined, null)).body);",
    '  console.log(path);',
    '}',
    ...calls.flatMap(planned => ['', `// ${purposeOf(planned)}`, ...javaScriptCall(planned, imageId)]),
  ];
}

function javaScriptCall({ request, gives, spendsMoney }: PlannedCall, imageId: string | undefined): string[] {
  const { host, method, path, query, json } = request;
  const url = `${host} + ${javaScriptText(path)}`;
  const given = query ?? json;
  switch (gives) {
    case 'images':
      return [
        `const search = ${javaScriptValue(given)};`,
        'const images = [];',
        'for (;;) {',
        query
          ? `  const response = await call(${javaScriptText(method)}, \`\${${url}}?\${new URLSearchParams(search)}\`);`
          : `  const response = await call(${javaScriptText(method)}, ${url}, search);`,
        '  const { features } = await response.json();',
        '  images.push(...features);',
        '  // The service returns at most 10,000.',
        '  if (features.length < search.itemsPerPage || images.length + Number(search.itemsPerPage) > 10_000) break;',
        '  search.startPage = Number(search.startPage) + 1;',
        '}',
        ...(imageId === undefined
          ? ['for (const { properties } of images) console.log(properties.id, properties.acquisitionDate);']
          : [
              `const image = images.find(({ properties }) => properties.id === ${javaScriptText(imageId)});`,
              'console.log(image.properties);',
              "for (const { href } of [image._links?.quicklook ?? []].flat()) await download(href, 'quicklook.jpg');",
            ]),
      ];
    case 'order':
      return [
        `const order = await (await call(${javaScriptText(method)}, ${url})).json();`,
        'console.log(order.status);',
        'for (const [index, { _links }] of (order.deliveries ?? []).entries()) {',
        "  if (order.status !== 'delivered' || !_links?.download) continue;",
        "  const isReport = order.kind === 'order.analytics-toolbox.archive';",
        "  await download(_links.download.href, `delivery-${index + 1}.${isReport ? 'geojson' : 'zip'}`);",
        '}',
      ];
    case 'price':
      return [
        `const body = ${javaScriptValue(given)};`,
        `console.log((await (await call(${javaScriptText(method)}, ${url}, body)).json()).price);`,
      ];
    case 'placed': {
      const lines = [`console.log(await (await call(${javaScriptText(method)}, ${url}, body)).json());`];
      return spendsMoney ? [`// ${orderedText()}`, ...commented(lines, '//')] : lines;
    }
  }
}
