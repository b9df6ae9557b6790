import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Transport } from '../model/account/transport.ts';

/** The texts of a transport's files. */
export type PemFiles = { [field in PemField]?: string };

export type PemField = 'clientCertificate' | 'clientKey' | 'certificateAuthority';

/** What is wrong with a file: goes on where its path ends, and never quotes the file. */
export interface PemProblem {
  field: PemField;
  path: string;
  problem: string;
}

const wrongIn: { [field in PemField]: (text: string) => string | undefined } = {
  clientCertificate: whyNoCertificate,
  clientKey: whyNoKey,
  certificateAuthority: whyNoCertificate,
};

/** Reads and checks the files that a transport names, so that whatever is wrong is told before anything is sent. */
export async function readPemFiles(transport: Transport): Promise<PemFiles | PemProblem> {
  const files: PemFiles = {};
  for (const field of ['clientCertificate', 'clientKey', 'certificateAuthority'] as const) {
    const path = transport[field];
    if (path === undefined) continue;
    try {
      files[field] = await readFile(path.startsWith('~') ? join(homedir(), path.slice(1)) : path, 'utf8');
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? String(error);
      return { field, path, problem: l10n.t("which can't be read ({0})", code) };
    }
    const problem = wrongIn[field](files[field]);
    if (problem !== undefined) return { field, path, problem };
  }
  const { clientCertificate, clientKey } = files;
  if (clientCertificate === undefined || clientKey === undefined) return files;
  if (new X509Certificate(clientCertificate).checkPrivateKey(createPrivateKey(clientKey))) return files;
  return {
    field: 'clientKey',
    path: transport.clientKey ?? '',
    problem: l10n.t('which is not the key of the certificate in {0}', transport.clientCertificate ?? ''),
  };
}

function whyNoCertificate(text: string): string | undefined {
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (found.length > 0 && found.every(isCertificate)) return undefined;
  return l10n.t('which is not valid: a PEM file with "{0}" is needed', 'BEGIN CERTIFICATE');
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).serialNumber !== '';
  } catch {
    return false; // What the parser says of the bytes helps nobody.
  }
}

function whyNoKey(text: string): string | undefined {
  // The second is the older form, whose label does not tell.
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(text))
    return l10n.t('which has a passphrase: use a copy without one, made with "{0}"', 'openssl pkey');
  try {
    createPrivateKey(text);
    return undefined;
  } catch {
    return l10n.t('which is not valid: a PEM file with "{0}" is needed', 'BEGIN PRIVATE KEY');
  }
}
