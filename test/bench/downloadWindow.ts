// A window that downloads a report as the extension does, in its own process, so that its memory can be measured:
// `fork` it with the folder for the files and send it addresses; it sends a {@link WindowAnswer} for each.
import { setTimeout as pass } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { analyticOrderKind } from '../../src/service/rules/analyticOrder.ts';
import { createClient } from '../../src/service/wire/client.ts';
import type { SignedIn } from '../../src/session/session.ts';
import { createDownloads, type DeliveryToDownload } from '../../src/features/deliveries/downloads.ts';
import { createDeliveryFiles } from '../../src/features/deliveries/ui/deliveryFiles.ts';

export interface WindowAnswer {
  tookMs: number;
  /** Path of the file; `undefined` if the download failed. */
  path: string | undefined;
  /** Peak memory of the process above its level before the first download, MB. */
  overIdleMB: number;
}

const [, , folder = ''] = process.argv;
// Only the path of the URI is read here.
const ownStorage: unknown = { fsPath: folder };
const downloads = createDownloads(
  createDeliveryFiles(ownStorage as vscode.Uri, error => {
    throw error;
  }),
);

/** Memory before the first download, bytes. */
let idle: number | undefined;

process.on('message', (link: string) => {
  void download(link).then(answer => process.send?.(answer));
});

async function download(link: string): Promise<WindowAnswer> {
  const { origin } = new URL(link);
  const connection = {
    name: 'Bench',
    baseUrl: origin,
    searchUrl: origin,
    authUrl: origin,
    accessUrl: origin,
  };
  const client = createClient({
    connection,
    apiKey: 'AAECAwQFBgcICQoLDA0ODw==',
    fetch: (url, init) => fetch(url, init),
    log: () => undefined,
    warn: () => undefined,
    onRefused: error => {
      throw error;
    },
  });
  await client.signIn();
  // Nothing else of a session or an order is read here.
  const signedIn = { connection, client: () => Promise.resolve(client) } as unknown as SignedIn;
  const order = {
    id: 'o1',
    kind: analyticOrderKind,
    title: 'Report',
    deliveries: [{ id: 'd1', download: link }],
  };
  const delivery = { order, index: 0 } as unknown as DeliveryToDownload;
  await pass(300);
  idle ??= process.memoryUsage.rss();
  let peak = idle;
  const sample = () => void (peak = Math.max(peak, process.memoryUsage.rss()));
  const began = performance.now();
  const signal = new AbortController().signal;
  const outcome = await downloads.get(signedIn, delivery, { signal, onProgress: sample, replace: true });
  const tookMs = performance.now() - began;
  sample();
  const path = outcome.kind === 'done' ? outcome.path : undefined;
  if (outcome.kind === 'failed') console.error(outcome.error);
  return { tookMs, path, overIdleMB: (peak - idle) / 1e6 };
}
