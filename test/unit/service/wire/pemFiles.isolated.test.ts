import type * as disk from 'node:fs/promises';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type * as os from 'node:os';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Transport } from '../../../../src/service/rules/transport.ts';
import { createAuthority, createWeakIdentity, type Identity } from '../../../certificates.ts';
import { tempFolder } from '../../tempFolder.ts';
import { connection } from './fakeFetch.ts';

/** Refuses one name: an administrator, who may read everything, runs these tests too. */
vi.mock('node:fs/promises', async original => {
  const real = await original<typeof disk>();
  return {
    ...real,
    readFile(...parameters: Parameters<typeof real.readFile>) {
      const [path] = parameters;
      if (typeof path !== 'string' || !path.endsWith('forbidden')) return real.readFile(...parameters);
      return Promise.reject(Object.assign(new Error('permission denied'), { code: 'EACCES' }));
    },
  };
});

const home = await mkdtemp(join(tmpdir(), 'swath-home-'));
vi.mock('node:os', async original => ({ ...(await original<typeof os>()), homedir: () => home }));
afterAll(() => rm(home, { recursive: true }));

const { createOwnTransport } = await import('../../../../src/service/wire/ownTransport.ts');

describe('the files of a transport', () => {
  let me: Identity;
  let somebody: Identity;
  let authority: string;
  let folder: string;

  beforeAll(async () => {
    const made = await createAuthority('Test authority');
    authority = made.cert;
    [me, somebody] = await Promise.all([made.client('me'), made.client('somebody')]);
  });

  /** The sentence about a transport whose files hold these texts, with the folder left out of it. */
  async function sentenceOn(texts: Partial<Record<keyof Transport, string>>): Promise<string | undefined> {
    folder = await tempFolder();
    const transport: Transport = {};
    for (const [field, text] of Object.entries(texts) as [keyof Transport, string][]) {
      transport[field] = join(folder, field);
      await writeFile(transport[field], text);
    }
    return verdictOn(transport);
  }

  async function verdictOn(transport: Transport): Promise<string | undefined> {
    const made = await createOwnTransport({ ...connection, transport });
    return typeof made === 'string' ? made.replaceAll(folder, '…') : undefined;
  }

  const broken = (pem: string) => pem.replace(/(?<=-----\n)./, '!');

  it('are taken when they belong together', async () => {
    expect(await sentenceOn({ clientCertificate: me.cert, clientKey: me.key })).toBeUndefined();
    expect(await sentenceOn({ certificateAuthority: authority })).toBeUndefined();
  });

  it('may hold more than one certificate, and words around them', async () => {
    const text = `subject=me\n${me.cert}\nissuer=\n${authority}`;
    expect(await sentenceOn({ clientCertificate: text, clientKey: me.key })).toBeUndefined();
    expect(await sentenceOn({ certificateAuthority: `${authority}${authority}` })).toBeUndefined();
  });

  it.each<[string, () => Partial<Record<keyof Transport, string>>, string]>([
    [
      'a certificate file without one',
      () => ({ clientCertificate: me.key, clientKey: me.key }),
      '"clientCertificate" names …/clientCertificate, which is not valid: a PEM file with "BEGIN CERTIFICATE" is needed.',
    ],
    [
      'an authority that is not PEM',
      () => ({ certificateAuthority: '\u0000\u0001binary' }),
      '"certificateAuthority" names …/certificateAuthority, which is not valid: a PEM file with "BEGIN CERTIFICATE" is needed.',
    ],
    [
      'a damaged authority among good ones',
      () => ({ certificateAuthority: `${authority}\n${broken(authority)}` }),
      '"certificateAuthority" names …/certificateAuthority, which is not valid: a PEM file with "BEGIN CERTIFICATE" is needed.',
    ],
    [
      'a key file without one',
      () => ({ clientCertificate: me.cert, clientKey: me.cert }),
      '"clientKey" names …/clientKey, which is not valid: a PEM file with "BEGIN PRIVATE KEY" is needed.',
    ],
    [
      'a damaged key',
      () => ({ clientCertificate: me.cert, clientKey: broken(me.key) }),
      '"clientKey" names …/clientKey, which is not valid: a PEM file with "BEGIN PRIVATE KEY" is needed.',
    ],
    [
      'a key with a passphrase',
      () => ({ clientCertificate: me.cert, clientKey: me.key.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE') }),
      '"clientKey" names …/clientKey, which has a passphrase: use a copy without one, made with "openssl pkey".',
    ],
    [
      'a key with a passphrase, in the older form',
      () => ({
        clientCertificate: me.cert,
        clientKey:
          '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n-----END RSA PRIVATE KEY-----',
      }),
      '"clientKey" names …/clientKey, which has a passphrase: use a copy without one, made with "openssl pkey".',
    ],
    [
      "somebody else's key",
      () => ({ clientCertificate: me.cert, clientKey: somebody.key }),
      '"clientKey" names …/clientKey, which is not the key of the certificate in …/clientCertificate.',
    ],
  ])('are refused for %s, and are not quoted', async (_what, texts, sentence) => {
    expect(await sentenceOn(texts())).toBe(`Connection "Test": ${sentence}`);
  });

  it('are refused when TLS would refuse them', async () => {
    const weak = await createWeakIdentity();
    expect(await sentenceOn({ clientCertificate: weak.cert, clientKey: weak.key })).toBe(
      'Connection "Test": "clientCertificate" names …/clientCertificate, which is not accepted for TLS: ee key too small.',
    );
  });

  it.each([
    ['none', 'file not found'],
    ['forbidden', 'access denied'],
  ])('are named when they cannot be read: %s', async (file, problem) => {
    folder = await tempFolder();
    expect(await verdictOn({ certificateAuthority: join(folder, file) })).toBe(
      `Connection "Test": "certificateAuthority" names …/${file}, which can't be read (${problem}).`,
    );
  });

  it("may be named from the user's home", async () => {
    folder = home;
    await writeFile(join(home, 'authority.pem'), authority);
    expect(await verdictOn({ certificateAuthority: '~/authority.pem' })).toBeUndefined();
    expect(await verdictOn({ certificateAuthority: '~/none.pem' })).toBe(
      'Connection "Test": "certificateAuthority" names ~/none.pem, which can\'t be read (file not found).',
    );
  });
});
