/**
 * Calls as a script in Python or JavaScript that runs as it is. It contains no key: that comes from the environment. The
 * token goes only to the addresses of the connection, links and redirects lead only where the client follows them
 * (`linkRule.ts`), and calls follow none. What spends money is commented out.
 */
import * as l10n from '@vscode/l10n';
import type { Connection } from '../../../service/rules/connection.ts';
import { closedPlaces, maxDecodings } from '../../../service/rules/linkRule.ts';
import { itemPath } from '../../../service/rules/links.ts';
import { tokenPath } from '../../../service/rules/serviceRequest.ts';
import {
  exchangeText,
  headLines,
  pastableJson,
  type PlannedCall,
  purposeText,
  type RequestPlan,
  requiresText,
} from './requestPlan.ts';

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

/** Addresses that the calls use. */
const hosts = ['baseUrl', 'searchUrl', 'authUrl', 'accessUrl'] as const;

/** Those of links that get the token. */
const linkHosts = ['accessUrl', 'searchUrl'] as const;

const maxRedirects = 5;

function keyText(): string {
  return l10n.t('SWATH_API_KEY contains no API key. Nothing was sent.');
}

function skippedText(): string {
  return l10n.t("Skipped a link that doesn't lead to a download.");
}

function linkKind({ imageId }: RequestPlan): 'picture' | 'delivery' {
  return imageId === undefined ? 'delivery' : 'picture';
}

/** The plan is that of a single request. */
function callPurpose({ purpose, leftOut, gives }: PlannedCall): string {
  return purposeText({ purpose: gives === 'images' ? l10n.t('All pages of the search.') : purpose, leftOut });
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

function pythonLines(connection: Connection, plan: RequestPlan): string[] {
  const { calls, imageId } = plan;
  const { clientCertificate, clientKey, certificateAuthority, proxy } = connection.transport ?? {};
  const path = (file: string) => `os.path.expanduser(${pythonText(file)})`;
  const certificate =
    clientCertificate === undefined
      ? 'None'
      : `(${[clientCertificate, clientKey ?? clientCertificate].map(path).join(', ')})`;
  const options = [
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
    'from urllib.parse import quote, unquote, urljoin, urlsplit',
    '',
    'import requests',
    '',
    ...hosts.map(host => `${constant(host)} = ${pythonText(connection[host])}`),
    '',
    'session = requests.Session()',
    '# Nothing from a .netrc file.',
    'session.auth = lambda request: request',
    `certificate = ${certificate}`,
    ...options,
    '',
    '',
    'def checked(response):',
    '    if not 200 <= response.status_code < 300:',
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
    `    return call("POST", AUTH_URL + ${pythonText(tokenPath)}, data=form)["access_token"]`,
    '',
    '',
    'def call(method, url, **options):',
    '    options = {"timeout": 60, "cert": certificate, "allow_redirects": False, **options}',
    '    return checked(session.request(method, url, **options)).json()',
    '',
    '',
    'authorization = {"Authorization": "Bearer " + exchange_key()}',
    '',
    '',
    'def origin(url):',
    '    parts = urlsplit(url)',
    '    return parts.scheme, parts.hostname, parts.port or {"https": 443, "http": 80}.get(parts.scheme)',
    '',
    '',
    `origins = {origin(url) for url in (${hosts.map(constant).join(', ')})}`,
    `token_origins = {origin(url) for url in (${linkHosts.map(constant).join(', ')})}`,
    'loopback = ("localhost", "127.0.0.1", "::1")',
    '',
    '',
    'def may_follow(url):',
    '    parts = urlsplit(url)',
    '    is_local = parts.hostname in loopback and any(host in loopback for _, host, _ in origins)',
    '    if "@" in parts.netloc or not (parts.scheme == "https" or (parts.scheme == "http" and is_local)):',
    '        return False',
    '    if origin(url) not in origins:',
    '        return True',
    '    path = parts.path',
    `    for _ in range(${maxDecodings}):`,
    '        path = unquote(path)',
    String.raw`    words = [re.split("[;?#]", word)[0].strip() for word in re.split(r"[/\\]", path.lower())]`,
    '    words = [word for word in words if word not in ("", ".")]',
    '    if path != unquote(path) or ".." in words:',
    '        return False',
    '    place = "".join("/" + re.match("[a-z0-9_-]*", word)[0] for word in words) + "/"',
    `    return not re.search("${closedPlaces(linkKind(plan))}", place)`,
    '',
    '',
    ...(imageId === undefined
      ? [
          '# The download of the item that a link names; the link itself where it names none.',
          'def item_url(link):',
          '    link = link["href"] if isinstance(link, dict) else link',
          String.raw`    found = re.search(${pythonText(itemPath)}, re.split("[?#]", link)[0])`,
          '    item = unquote(found[1]) if found else ""',
          String.raw`    if not item or item in (".", "..") or re.search(r"[/\\?#%\s\x00-\x1f\x7f{}]", item):`,
          '        return link if "://" in link else urljoin(ACCESS_URL + "/", link)',
          '    address = ACCESS_URL + "/api/v1/items/" + quote(item, safe="") + "/download"',
          '    return link if link.startswith(address + "?") else address',
          '',
          '',
        ]
      : []),
    'def download(url, path):',
    '    headers = authorization',
    `    for redirects_left in range(${maxRedirects}, -1, -1):`,
    '        # As it is sent.',
    '        url = requests.Request("GET", url).prepare().url',
    '        if not may_follow(url):',
    `            print(${pythonText(skippedText())})`,
    '            return',
    '        if origin(url) not in token_origins:',
    '            headers = {}',
    '        options = {"timeout": 60, "cert": certificate if origin(url) in origins else None}',
    '        with session.get(url, headers=headers, stream=True, allow_redirects=False, **options) as response:',
    '            if response.is_redirect and redirects_left:',
    '                url = urljoin(url, session.get_redirect_target(response))',
    '                continue',
    '            checked(response)',
    '            with open(path, "wb") as file:',
    '                for chunk in response.iter_content(1 << 20):',
    '                    file.write(chunk)',
    '        print(path)',
    '        return',
    ...calls.flatMap(planned => ['', '', `# ${callPurpose(planned)}`, ...pythonCall(planned, imageId)]),
  ];
}

function constant(host: (typeof hosts)[number]): string {
  return host.replace('Url', '_URL').toUpperCase();
}

function pythonCall({ request, gives, spendsMoney }: PlannedCall, imageId: string | undefined): string[] {
  const { host, method, path, query, json } = request;
  const url = `${constant(host)} + ${pythonText(path)}`;
  const parameters = query ?? json;
  switch (gives) {
    case 'images':
      return [
        `search = ${pythonValue(parameters)}`,
        'size = int(search["itemsPerPage"])',
        'images = []',
        'while True:',
        `    page = call(${pythonText(method)}, ${url}, headers=authorization, ${query ? 'params' : 'json'}=search)["features"]`,
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
        `order = call(${pythonText(method)}, ${url}, headers=authorization)`,
        'order = order.get("order") or order.get("data") or order',
        'payload = order.get("payload") or {}',
        'payload = json.loads(payload) if isinstance(payload, str) else payload',
        'kind = order.get("kind") or payload.get("kind")',
        'is_report = kind == "order.analytics-toolbox.archive" if kind else not payload.get("products")',
        'print(order.get("status"))',
        'deliveries = order.get("deliveries") or []',
        'deliveries = deliveries if isinstance(deliveries, list) else [deliveries]',
        'for number, delivery in enumerate(deliveries, 1):',
        '    links = ((delivery or {}).get("_links") or {}).get("download") or []',
        '    link = (links if isinstance(links, list) else [links])[:1]',
        '    if "delivered" in json.dumps(order.get("status")).lower() and link:',
        "        download(item_url(link[0]), f\"delivery-{number}.{'geojson' if is_report else 'zip'}\")",
        '',
        '# import geopandas',
        '# report = geopandas.read_file("delivery-1.geojson")',
      ];
    case 'price':
      return [
        `body = ${pythonValue(parameters)}`,
        `print(json.dumps(call(${pythonText(method)}, ${url}, headers=authorization, json=body)["price"]))`,
      ];
    case 'placed': {
      const lines = [
        `print(json.dumps(call(${pythonText(method)}, ${url}, headers=authorization, json=body), indent=2))`,
      ];
      return spendsMoney ? [`# ${orderedText()}`, ...commented(lines, '#')] : lines;
    }
  }
}

function javaScriptLines(connection: Connection, plan: RequestPlan): string[] {
  const { calls, imageId } = plan;
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
    "  const options = { method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(60_000) };",
    `  const response = await checked(await fetch(authUrl + ${javaScriptText(tokenPath)}, options));`,
    '  return (await response.json()).access_token;',
    '}',
    '',
    'const authorization = { Authorization: `Bearer ${await exchangeKey()}` };',
    '',
    'async function call(method, url, json) {',
    "  const headers = { Accept: 'application/json', ...authorization };",
    "  if (json) headers['Content-Type'] = 'application/json';",
    "  const options = { method, headers, redirect: 'manual', signal: AbortSignal.timeout(60_000) };",
    '  return checked(await fetch(url, { ...options, ...(json && { body: JSON.stringify(json) }) }));',
    '}',
    '',
    `const origins = [${hosts.join(', ')}].map(url => new URL(url).origin);`,
    `const tokenOrigins = [${linkHosts.join(', ')}].map(url => new URL(url).origin);`,
    "const loopback = ['localhost', '127.0.0.1', '[::1]'];",
    '',
    'function mayFollow({ protocol, hostname, origin, username, password, pathname }) {',
    '  const isLocal = loopback.includes(hostname) && origins.some(url => loopback.includes(new URL(url).hostname));',
    "  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLocal);",
    '  if (!isSafe || username || password) return false;',
    '  if (!origins.includes(origin)) return true;',
    '  const coded = /%([0-7][0-9a-f])/gi;',
    '  let path = pathname;',
    `  for (let round = 0; round < ${maxDecodings}; round++)`,
    '    path = path.replace(coded, (_all, code) => String.fromCharCode(parseInt(code, 16)));',
    String.raw`  const words = path.toLowerCase().split(/[/\\]/).map(word => word.replace(/[;?#].*/s, '').trim());`,
    "  if (path.search(coded) >= 0 || words.includes('..')) return false;",
    "  const named = words.filter(word => word !== '' && word !== '.').map(word => /^[a-z0-9_-]*/.exec(word)[0]);",
    `  return !new RegExp('${closedPlaces(linkKind(plan))}').test(\`/\${named.join('/')}/\`);`,
    '}',
    '',
    ...(imageId === undefined
      ? [
          '// The download of the item that a link names; the link itself where it names none.',
          'function itemUrl(link) {',
          '  const href = link.href ?? link;',
          `  const found = new RegExp(${javaScriptText(itemPath)}).exec(href.split(/[?#]/)[0]);`,
          "  let item = '';",
          '  try {',
          "    item = decodeURIComponent(found?.[1] ?? '');",
          '  } catch {}',
          '  const itemAddress = `${accessUrl}/api/v1/items/${encodeURIComponent(item)}/download`;',
          '  if (href.startsWith(`${itemAddress}?`)) return href;',
          String.raw`  if (/^\.{0,2}$|[/\\?#%\s\x00-\x1f\x7f{}]/.test(item)) return new URL(href, accessUrl + '/').href;`,
          '  return itemAddress;',
          '}',
          '',
        ]
      : []),
    'async function download(url, path) {',
    '  let target = new URL(url);',
    '  let headers = authorization;',
    '  for (let redirects = 0; ; redirects++) {',
    `    if (!mayFollow(target)) return console.log(${javaScriptText(skippedText())});`,
    '    if (!tokenOrigins.includes(target.origin)) headers = {};',
    "    const response = await fetch(target, { headers, redirect: 'manual' });",
    "    const location = response.headers.get('location');",
    `    if (response.status < 300 || response.status >= 400 || location === null || redirects === ${maxRedirects}) {`,
    '      await writeFile(path, (await checked(response)).body);',
    '      return console.log(path);',
    '    }',
    '    await response.body?.cancel();',
    '    target = new URL(location, target);',
    '  }',
    '}',
    ...calls.flatMap(planned => ['', `// ${callPurpose(planned)}`, ...javaScriptCall(planned, imageId)]),
  ];
}

function javaScriptCall({ request, gives, spendsMoney }: PlannedCall, imageId: string | undefined): string[] {
  const { host, method, path, query, json } = request;
  const url = `${host} + ${javaScriptText(path)}`;
  const parameters = query ?? json;
  switch (gives) {
    case 'images':
      return [
        `const search = ${javaScriptValue(parameters)};`,
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
        `const answer = await (await call(${javaScriptText(method)}, ${url})).json();`,
        'const order = answer.order ?? answer.data ?? answer;',
        "const payload = (typeof order.payload === 'string' ? JSON.parse(order.payload) : order.payload) ?? {};",
        'const kind = order.kind ?? payload.kind;',
        "const isReport = kind ? kind === 'order.analytics-toolbox.archive' : !payload.products;",
        'console.log(order.status);',
        'for (const [index, delivery] of [order.deliveries ?? []].flat().entries()) {',
        '  const [link] = [delivery?._links?.download ?? []].flat();',
        "  if (!link || !JSON.stringify(order.status ?? '').toLowerCase().includes('delivered')) continue;",
        "  await download(itemUrl(link), `delivery-${index + 1}.${isReport ? 'geojson' : 'zip'}`);",
        '}',
      ];
    case 'price':
      return [
        `const body = ${javaScriptValue(parameters)};`,
        `console.log((await (await call(${javaScriptText(method)}, ${url}, body)).json()).price);`,
      ];
    case 'placed': {
      const lines = [`console.log(await (await call(${javaScriptText(method)}, ${url}, body)).json());`];
      return spendsMoney ? [`// ${orderedText()}`, ...commented(lines, '//')] : lines;
    }
  }
}
