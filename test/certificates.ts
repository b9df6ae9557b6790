import { generate } from 'selfsigned';

/** A certificate and its key, both PEM texts. */
export interface Identity {
  cert: string;
  key: string;
}

/** A private certificate authority created for a test: nothing else trusts it. */
export interface Authority {
  cert: string;
  /** For a server that is reached as `localhost` or `127.0.0.1`. */
  server(): Promise<Identity>;
  /** For a client. */
  client(commonName: string): Promise<Identity>;
}

/** TLS compares with the machine's clock, which isn't that of the tests. */
const common = {
  keyType: 'ec',
  algorithm: 'sha256',
  notBeforeDate: new Date('2020-01-01T00:00:00Z'),
  notAfterDate: new Date('2049-01-01T00:00:00Z'),
} as const;

export async function createAuthority(commonName: string): Promise<Authority> {
  const authority = await generate([{ name: 'commonName', value: commonName }], {
    ...common,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  const ca = { key: authority.private, cert: authority.cert };
  return {
    cert: authority.cert,
    async server() {
      const made = await generate([{ name: 'commonName', value: 'localhost' }], {
        ...common,
        ca,
        extensions: [
          { name: 'extKeyUsage', serverAuth: true },
          {
            name: 'subjectAltName',
            altNames: [
              { type: 2, value: 'localhost' },
              { type: 7, ip: '127.0.0.1' },
            ],
          },
        ],
      });
      return { cert: made.cert, key: made.private };
    },
    async client(name) {
      const made = await generate([{ name: 'commonName', value: name }], {
        ...common,
        ca,
        extensions: [{ name: 'extKeyUsage', clientAuth: true }],
      });
      return { cert: made.cert, key: made.private };
    },
  };
}

/** An identity not signed by any authority, with a key too short for TLS. */
export async function createWeakIdentity(): Promise<Identity> {
  const made = await generate([{ name: 'commonName', value: 'weak' }], {
    ...common,
    keyType: 'rsa',
    keySize: 1024,
  });
  return { cert: made.cert, key: made.private };
}
