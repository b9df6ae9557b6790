import type { Connection } from '../../src/service/rules/connection.ts';

/** A connection to a service whose four hosts share one origin. */
export function localConnection(origin: string): Connection {
  return { name: 'Local', baseUrl: origin, searchUrl: origin, authUrl: origin, accessUrl: origin };
}
