import type { Connection } from '../../src/service/rules/connection.ts';
import {
  type Client,
  type ClientOptions,
  createClient as createPlainClient,
} from '../../src/service/wire/client.ts';
import { routes } from './specification.ts';
import type { ClientFunction } from './specification/section.ts';

/** What a statement really did. */
export interface Recording {
  calls: Set<ClientFunction>;
  /** As the specification writes them: `GET /api/v1/orders/{orderId}`. */
  routes: Set<string>;
}

/** Statements of a file run one after the other, so there is one at most. */
let current: Recording | undefined;

/** Runs something and hands over what it did, also where it fails. */
export async function recorded(
  run: () => Promise<void>,
  done: (recording: Recording) => void,
): Promise<void> {
  const recording: Recording = { calls: new Set(), routes: new Set() };
  current = recording;
  try {
    await run();
  } finally {
    current = undefined;
    done(recording);
  }
}

/** The client as the extension makes it, whose calls and requests are noted. */
export function createClient(options: ClientOptions): Client {
  const client = createPlainClient({
    ...options,
    fetch: (url, init) => {
      noteRequest(init.method ?? 'GET', pathOf(url, options.connection));
      return options.fetch(url, init);
    },
  });
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: never) => {
        current?.calls.add(name as ClientFunction);
        return (value as (...args: never) => unknown)(...args);
      };
    },
  });
}

/** Notes a request that did not leave through a client. */
export function noteRequest(method: string, path: string): void {
  const route = routeOf(method, path);
  if (route !== undefined) current?.routes.add(route);
}

/** The path below the address of the connection that the url belongs to. */
export function pathOf(url: string, { baseUrl, searchUrl, authUrl, accessUrl }: Connection): string {
  const [address] = [baseUrl, searchUrl, authUrl, accessUrl]
    .filter(base => url.startsWith(`${base}/`))
    .sort((a, b) => b.length - a.length);
  const { pathname } = new URL(url);
  return address === undefined
    ? pathname
    : pathname.slice(new URL(address).pathname.replace(/\/$/, '').length);
}

/** The route of the specification that a request takes; of several the one with the fewest placeholders. */
export function routeOf(method: string, path: string): string | undefined {
  const placeholders = (route: string) => route.split('{').length;
  return routes
    .filter(route => isOn(route, `${method} ${path}`))
    .sort((a, b) => placeholders(a) - placeholders(b))[0];
}

function isOn(route: string, request: string): boolean {
  const pattern = route.split('/');
  const parts = request.split('/');
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => (part.startsWith('{') ? parts[index] !== '' : part === parts[index]))
  );
}
