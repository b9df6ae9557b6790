import { type Connection, sandboxConnection } from '../../service/rules/connection.ts';
import type { Fetch } from '../../service/wire/http.ts';
import { UserError } from '../../platform/host/userError.ts';

/**
 * Creates the transport of a connection. Custom transports are created for each client, from their files as they are at
 * that time. They are never closed: calls of a previous session may be in progress, and idle connections end
 * automatically.
 *
 * @returns makes the fetch of a connection; throws {@link UserError} if a file that it names can't be used
 */
export function createTransports(sandboxFetch: Fetch): (connection: Connection) => Promise<Fetch> {
  return async connection => {
    if (connection === sandboxConnection) return sandboxFetch;
    if (!connection.transport) {
      const { sendOnce } = await import('../../service/wire/sendOnce.ts');
      // The editor's fetch and requests: they use the user's proxy and certificates.
      return (url, init) => (init.once ? sendOnce(url, init) : fetch(url, init));
    }
    const { createOwnTransport } = await import('../../service/wire/ownTransport.ts');
    const transport = await createOwnTransport(connection);
    if (typeof transport === 'string') throw new UserError(transport);
    return transport;
  };
}
