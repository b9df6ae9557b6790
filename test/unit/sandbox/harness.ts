import {
  createSandbox,
  type Sandbox,
  type SandboxOptions,
  sandboxOrigin,
} from '../../../src/sandbox/sandbox.ts';

/** A fixed moment, so that the catalogue's newest end never moves under a test. */
export const noon = Date.UTC(2025, 5, 15, 12);

export interface Answer<T = unknown> {
  status: number;
  headers: Headers;
  body: T;
}

export interface Harness {
  sandbox: Sandbox;
  clock: { now: number };
  /** The parameters of a search for mono images of a whole area, as far as the dialect knows them. */
  whole: Record<string, string>;
  /** A JSON call with a token of the right client. */
  call: <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    client?: 'IDP' | 'AAA',
  ) => Promise<Answer<T>>;
  token: (client: 'IDP' | 'AAA', key?: string) => Promise<string>;
}

export function harness(
  options: SandboxOptions = {},
  keyOf: (sandbox: Sandbox) => string = s => s.apiKey,
  /** When the sandbox is made, epoch ms. */
  start = noon,
): Harness {
  const clock = { now: start };
  const made = harnessOf(createSandbox({ now: () => clock.now, ...options }), keyOf, clock);
  const known = { relation: 'intersects', productType: 'mono' };
  return options.dialect === 'specification' ? { ...made, whole: known } : made;
}

/** Calls of a sandbox that is there already. `clock` is that by which it was made, where it was made by one. */
export function harnessOf(
  sandbox: Sandbox,
  keyOf: (sandbox: Sandbox) => string = s => s.apiKey,
  clock = { now: Date.now() },
): Harness {
  const token = async (client: 'IDP' | 'AAA', key = keyOf(sandbox)): Promise<string> => {
    const response = await exchange(sandbox, { apikey: key, client_id: client, grant_type: 'api_key' });
    const { access_token } = (await response.json()) as { access_token: string };
    return access_token;
  };
  return {
    sandbox,
    clock,
    whole: { relation: 'contains', productType: 'bundle,mono' },
    token,
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what is answered
    call: async <T>(method: string, path: string, body?: unknown, client: 'IDP' | 'AAA' = 'IDP') => {
      const response = await sandbox.fetch(
        new Request(path.startsWith('http') ? path : sandboxOrigin + path, {
          method,
          headers: {
            Authorization: `Bearer ${await token(client)}`,
            ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      );
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: (text === '' ? undefined : JSON.parse(text)) as T,
      };
    },
  };
}

export function exchange(sandbox: Sandbox, form: Record<string, string>): Promise<Response> {
  return sandbox.fetch(
    new Request(`${sandboxOrigin}/auth/realms/IDP/protocol/openid-connect/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form),
    }),
  );
}

export interface Image {
  geometry: { type: string; coordinates: [number, number][][] };
  properties: Record<string, string | number> & { id: string };
  _links: Record<string, { href: string }>;
  rights: Record<string, unknown>;
}

export interface Results {
  totalResults: number;
  startIndex: number;
  itemsPerPage: number;
  features: Image[];
}

/** A harbour of about 30 km². */
export const harbour: [number, number][] = [
  [5.3, 43.27],
  [5.37, 43.27],
  [5.37, 43.32],
  [5.3, 43.32],
  [5.3, 43.27],
];

export const wkt = (ring: readonly (readonly [number, number])[]): string =>
  `POLYGON((${ring.map(([x, y]) => `${x} ${y}`).join(',')}))`;

export const aoi = { type: 'Polygon', coordinates: [harbour] };

export async function find(h: Harness, parameters: Record<string, string>): Promise<Results> {
  const { status, body } = await h.call<Results>(
    'GET',
    `/api/v2/opensearch?${new URLSearchParams(parameters)}`,
  );
  if (status !== 200) throw new Error(`search answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** A mono SENSOR image that shows the whole harbour. */
export async function imageOf(
  h: Harness,
  constellation: 'PHR' | 'SPOT' | 'PNEO',
  nth = 0,
  more: Record<string, string> = {},
): Promise<Image> {
  const { features } = await find(h, {
    geometry: wkt(harbour),
    ...h.whole,
    constellation,
    processingLevel: 'SENSOR',
    itemsPerPage: '50',
    ...more,
  });
  const image = features[nth];
  if (!image) throw new Error(`no image ${nth} of ${constellation}`);
  return image;
}

export function analyticOrder(
  images: readonly Image[],
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    kind: 'order.analytics-toolbox.archive',
    aoi,
    analytic:
      images.length === 2 ? 'analytic.airbus.change-detection' : 'analytic.orbitalinsight.cars-detection',
    resolution: 0.5,
    imageIds: images.map(image => image.properties.id),
    title: 'Harbour',
    ...more,
  };
}

export function product(image: Image, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: image.properties.id,
    productType: 'bundle',
    radiometricProcessing: 'REFLECTANCE',
    imageFormat: 'image/jp2',
    crsCode: 'urn:ogc:def:crs:EPSG::32631',
    aoi,
    ...more,
  };
}

export function productOrder(...products: Record<string, unknown>[]): Record<string, unknown> {
  return { kind: 'order.data.product', products };
}

export interface OrderBody {
  id: string;
  kind: string;
  status: string;
  price: number;
  amount: number;
  amountUnit: string;
  _links: { self: { href: string } };
  payload?: unknown;
  payment?: { type: string; creditAmount: number };
  deliveries: {
    id: string;
    status: string;
    message?: string;
    errorCode?: string;
    datas: Record<string, unknown>;
    _links?: { download: { href: string } };
  }[];
}

export async function balanceOf(h: Harness): Promise<number> {
  const { body } = await h.call<{ contract: { balance: number } }>('GET', '/api/v1/me');
  return body.contract.balance;
}

/** The bytes behind a link, with the token. */
export async function bytesOf(
  h: Harness,
  href: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return h.sandbox.fetch(
    new Request(href, { headers: { Authorization: `Bearer ${await h.token('IDP')}`, ...headers } }),
  );
}

/** A value that a test knows to be there. */
export function sure<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('The value is missing');
  return value;
}
