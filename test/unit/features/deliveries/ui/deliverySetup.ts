import { signal } from '@preact/signals-core';
import * as vscode from 'vscode';
import type { Image } from '../../../../../src/service/rules/imagery.ts';
import type { Order } from '../../../../../src/service/rules/order.ts';
import type { Client } from '../../../../../src/service/wire/client.ts';
import type { Orders } from '../../../../../src/features/orders/orders.ts';
import { createDownloads } from '../../../../../src/features/deliveries/downloads.ts';
import { createReports } from '../../../../../src/features/deliveries/reports.ts';
import type { DeliveryParts } from '../../../../../src/features/deliveries/ui/chooseDelivery.ts';
import { createDeliveryFiles } from '../../../../../src/features/deliveries/ui/deliveryFiles.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser } from '../../../../fake/user.ts';
import { apiError, fakeClient, signedInSession } from '../../../fakes.ts';
import { tempFolder } from '../../../tempFolder.ts';

/** Read-only documents that were shown. */
export let documents: { title: string; text: string }[] = [];

/** Commands that were run, with paths instead of URIs. */
export const ran = () =>
  editor.ran.map(call => call.map(value => (value instanceof vscode.Uri ? value.fsPath : value)));

/** What the service returns for the link of a delivery. A function is called each time. */
export type Served = string | Uint8Array | (() => string | Uint8Array | Promise<string | Uint8Array>);

/** A new user with an empty folder, in which deliveries go to `reports`. Returns its path. */
export async function newFolder(): Promise<string> {
  const folder = await tempFolder();
  newUser();
  editor.folders = [folder];
  editor.settings = { 'swath.downloads.folder': 'reports' };
  return folder;
}

/** Deliveries with a service that has the orders, files by their links, and images. */
export async function deliverySetup(
  list: readonly Order[],
  served: Record<string, Served>,
  images: readonly Image[] = [],
) {
  documents = [];
  const requested: string[] = [];
  const download: Client['download'] = async (link, target, progress, signal) => {
    requested.push(link);
    const content = served[link];
    try {
      if (content === undefined) throw apiError('notFound', 404);
      const bytes = Buffer.from(typeof content === 'function' ? await content() : content);
      if (signal?.aborted) throw apiError('aborted');
      await target.part?.restart('of this file');
      await target.write(bytes);
      progress(bytes.length, bytes.length);
      await target.commit();
    } catch (error) {
      await target.discard();
      throw error;
    }
  };
  const search: Client['search'] = ({ ids = [] }) => {
    const found = images.filter(({ id }) => ids.includes(id));
    return Promise.resolve({ images: found, total: found.length, received: found.length });
  };
  const session = await signedInSession(fakeClient({ download, search }));
  const seen: string[] = [];
  /** What went wrong, for the log. */
  const logged: Error[] = [];
  const none = () => undefined;
  const orders: Orders = {
    current: signal({ kind: 'ready', orders: list } as const),
    unseen: signal(new Set<string>()),
    unlisted: signal(new Set<string>()),
    downloaded: signal(new Set<string>()),
    refresh: () => Promise.resolve(),
    sent: signal(new Map()),
    readAt: () => undefined,
    refreshAnew: () => Promise.resolve(),
    add: none,
    markSeen: id => seen.push(id),
    placedAt: none,
    onEnded: none,
    onNews: none,
    dispose: none,
  };
  const reports = createReports(
    { read: () => undefined, write: () => Promise.resolve() },
    () => Promise.resolve(undefined),
    () => undefined,
  );
  let projects: readonly string[] | undefined;
  const parts: DeliveryParts = {
    session,
    orders,
    downloads: createDownloads(createDeliveryFiles(vscode.Uri.file('/storage'), error => logged.push(error))),
    reports,
    show: (title, text) => Promise.resolve(void documents.push({ title, text })),
    projects: { read: () => projects, write: value => Promise.resolve(void (projects = value)) },
  };
  return { parts, requested, served, reports, session, seen, logged };
}
