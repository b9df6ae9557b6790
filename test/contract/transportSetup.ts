import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SecureVersion } from 'node:tls';
import { afterAll } from 'vitest';
import type { Dialect } from '../../src/sandbox/sandbox.ts';
import type { Connection } from '../../src/service/rules/connection.ts';
import type { Transport } from '../../src/service/rules/transport.ts';
import { type Client, createClient } from '../../src/service/wire/client.ts';
import type { Fetch } from '../../src/service/wire/http.ts';
import { createOwnTransport } from '../../src/service/wire/ownTransport.ts';
import { type Authority, createAuthority, type Identity } from '../certificates.ts';
import { learntForms } from './learntForms.ts';
import { serveTlsSandbox, type TlsSandbox } from './tlsSandbox.ts';

export interface Credentials {
  /** Signs for the service and for its callers. */
  authority: Authority;
  /** Paths of the caller's files, all right. */
  files: Required<Omit<Transport, 'proxy'>>;
  /** Files of somebody else. */
  keep: (name: string, identity: Identity) => Promise<Pick<Transport, 'clientCertificate' | 'clientKey'>>;
}

/** An authority and the files of a caller; gone when the tests of the file end. */
export async function createCredentials(): Promise<Credentials> {
  const folder = await mkdtemp(join(tmpdir(), 'swath-transport-'));
  afterAll(() => rm(folder, { recursive: true }));
  const authority = await createAuthority('Private authority');
  const keep = async (name: string, { cert, key }: Identity) => {
    const paths = {
      clientCertificate: join(folder, `${name}.pem`),
      clientKey: join(folder, `${name}.key`),
    };
    await writeFile(paths.clientCertificate, cert);
    await writeFile(paths.clientKey, key);
    return paths;
  };
  const analyst = await keep('analyst', await authority.client('Analyst'));
  const certificateAuthority = join(folder, 'authority.pem');
  await writeFile(certificateAuthority, authority.cert);
  return { authority, files: { ...analyst, certificateAuthority }, keep };
}

const connectionTo = (origin: string, transport: Transport): Connection => ({
  name: 'Private',
  baseUrl: origin,
  searchUrl: origin,
  authUrl: origin,
  accessUrl: origin,
  transport,
});

export async function transportTo(
  origin: string,
  transport: Transport,
  create = createOwnTransport,
): Promise<Fetch> {
  const made = await create(connectionTo(origin, transport));
  if (typeof made === 'string') throw new Error(made);
  return made;
}

export interface Setup extends TlsSandbox {
  clock: { now: number };
  /** Everything that was logged. */
  lines: string[];
  /** Every token that a request carried. */
  tokens: Set<string>;
  clientOf(fetch: Fetch): Client;
}

export async function setUp(
  authority: Authority,
  options: { dialect?: Dialect; maxVersion?: SecureVersion } = {},
): Promise<Setup> {
  const clock = { now: Date.UTC(2025, 5, 15, 12) };
  const served = await serveTlsSandbox(authority, {
    now: () => clock.now,
    productionSeconds: 600,
    forms: learntForms,
    ...options,
  });
  const lines: string[] = [];
  const tokens = new Set<string>();
  return {
    ...served,
    clock,
    lines,
    tokens,
    clientOf: send =>
      createClient({
        connection: connectionTo(served.origin, {}),
        apiKey: served.sandbox.apiKey,
        fetch: (url, init) => {
          const { Authorization } = init.headers as Record<string, string>;
          if (Authorization !== undefined) tokens.add(Authorization.replace('Bearer ', ''));
          return send(url, init);
        },
        log: line => lines.push(line),
        warn: line => lines.push(line),
        onRefused: () => undefined,
        now: () => clock.now,
        retryDelayMs: 1,
        orderPaceMs: 0,
      }),
  };
}
