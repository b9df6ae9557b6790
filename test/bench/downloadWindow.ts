// A window that downloads a report as the extension does, in a process of its own, so that its memory is nobody else's:
// `fork` it with the folder for the files, send it addresses, and it sends a {@link WindowAnswer} for each.
import { setTimeout as pass } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { createClient } from '../../src/api/client.ts';
import { analyticOrderKind } from '../../src/model/order/analyticOrder.ts';
import { createDeliveryFiles } from '../../src/deliveries/ui/deliveryFiles.ts';
import { createDownloads, type WantedDelivery } from '../../src/deliveries/downloads.ts';
import type { SignedIn } from '../../src/account/session.ts';

export interface WindowAnswer {
  tookMs: number;
  /** Where the file is; `undefined` where it did not come. */
  path: string | undefined;
  /** Most of the process's memory beyond what it had before its first download, MB. */
  overIdleMB: number;
}

const [, , folder = ''] = process.argv;
// Of an address no more is looked at here than its path.
const ownStorage: unknown = { fsPath: folder };
const downloads = createDownloads(createDeliveryFiles(ownStorage as vscode.Uri));

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
  // No more of a session and of an order is looked at on the way.
  const signedIn = { connection, client: () => Promise.resolve(client) } as unknown as SignedIn;
  const order = {
    id: 'o1',
    kind: analyticOrderKind,
    title: 'Report',
    deliveries: [{ id: 'd1', download: link }],
  };
  const wanted = { order, index: 0 } as unknown as WantedDelivery;
  await pass(300);
  idle ??= process.memoryUsage.rss();
  let most = idle;
  const look = () => void (most = Math.max(most, process.memoryUsage.rss()));
  const began = performance.now();
  const signal = new AbortController().signal;
  const outcome = await downloads.get(signedIn, wanted, { signal, onProgress: look, replace: true });
  const tookMs = performance.now() - began;
  look();
  const path = outcome.kind === 'done' ? outcome.path : undefined;
  if (outcome.kind === 'failed') console.error(outcome.error);
  return { tookMs, path, overIdleMB: (most - idle) / 1e6 };
}
