import { stat } from 'node:fs/promises';
import type { ReadonlySignal } from '@preact/signals-core';
import * as vscode from 'vscode';
import type { Order } from '../../service/rules/order.ts';
import { decorateFiles } from '../../platform/documents/fileDecorations.ts';
import { fileExists } from '../../platform/files/files.ts';
import type { Host } from '../../platform/host/host.ts';
import { loadOnce } from '../../platform/host/loadOnce.ts';
import { contextKey, onChange } from '../../platform/host/onChange.ts';
import { readValue } from '../../platform/host/reading.ts';
import { storageSlot } from '../../platform/host/storage.ts';
import type { Account } from '../../session/account.ts';
import { asSignedIn, type SessionOwner } from '../../session/session.ts';
import type { Journal, MoneyKnown, Orders } from '../orders/index.ts';
import type { Downloads } from './downloads.ts';
import { createProductImages } from './productImages.ts';
import { createReportFocus } from './reportFocus.ts';
import { createReports } from './reports.ts';
import type { ReadSeries } from './reportSeries.ts';
import type { DeliveryParts } from './ui/chooseDelivery.ts';
import type * as DeliveryNotice from './ui/deliveryNotice.ts';
import type { AnswerReview } from './ui/review.ts';

/** How many features of a report a map in a conversation shows. */
const maxShown = 2000;

/** Deliveries: on the disk, in the editor and on the map. */
export function createDeliveriesFeature(
  { context, documents, onError, register, lazy }: Host,
  session: SessionOwner,
  account: Account,
  orders: Orders,
  inView: ReadonlySignal<readonly Order[]>,
  money: Pick<MoneyKnown, 'of' | 'learn'>,
  journal: Journal,
) {
  const show = (title: string, text: string) => documents.showMarkdown(title, text);
  const reports = createReports(
    storageSlot(context.workspaceState, 'swath.report'),
    async (uri, onComing) => {
      const path = vscode.Uri.parse(uri).fsPath;
      if (!(await fileExists(path))) return undefined;
      return (await import('./reportFiles.ts')).readReportFile(path, onComing);
    },
    () => readValue(account.current.peek())?.contract.id,
  );
  const products = createProductImages(storageSlot(context.workspaceState, 'swath.image'), async from =>
    (await import('./ui/showImage.ts')).openAgain(from),
  );
  /** The feature at the cursor in the text of the report. */
  const reportFocus = createReportFocus(reports);
  const reportText = lazy(async () =>
    (await import('./ui/reportText.ts')).followReportText(reports, reportFocus, onError),
  );
  const reviewer = storageSlot<string>(context.globalState, 'swath.reviewer');
  let reviews: AnswerReview | undefined;
  let written: Promise<unknown> = Promise.resolve();
  const answerReview: AnswerReview = (...args) => {
    const answer = import('./ui/review.ts').then(({ createReviews }) => {
      reviews ??= createReviews(reviewer);
      return reviews(...args);
    });
    // A decision. Other requests may ask something, which can stay unanswered.
    if (args[1].feature !== undefined || args[1].cell !== undefined)
      written = Promise.allSettled([written, answer]);
    return answer;
  };
  const notice = (tell: (texts: typeof DeliveryNotice) => unknown) =>
    void import('./ui/deliveryNotice.ts').then(tell).catch(onError);
  orders.onEnded(ended => notice(({ followEnded }) => followEnded(ended, account)));
  orders.onNews((kind, about) => notice(({ tellNews }) => tellNews(kind, about, money)));
  const hasReport = contextKey('swath.hasReport');
  /** Stays when it is closed, for the walkthrough. */
  const hasOpenedReport = contextKey('swath.hasOpenedReport');
  register(
    reportFocus,
    products,
    onChange([reports.current], () => {
      const isShown = reports.current.value !== undefined;
      hasReport(isShown);
      if (!isShown) return;
      hasOpenedReport(true);
      void reportText().catch(onError);
    }),
  );
  decorateFiles({ register, lazy }, /-[0-9a-f]{8}\.(geojson|zip|tif|jp2|tar\.gz)$/, async changed =>
    (await import('./ui/deliveryFiles.ts')).decorateDeliveries(session, orders, journal, changed),
  );
  /** The menu of an order offers to reveal what is there. */
  const lookForFiles = () => {
    if (inView.value.length === 0) return;
    const look = import('./ui/deliveryFiles.ts').then(files =>
      files.lookForFiles(session, orders, inView.value, context.globalStorageUri),
    );
    look.catch(onError);
  };
  register(onChange([inView], lookForFiles));
  /** One per window, so that a download in progress isn't started twice. */
  const downloads = loadOnce(() => createDownloadsIn(context.globalStorageUri, onError, lookForFiles));
  const parts = async (): Promise<DeliveryParts> => {
    const projects = storageSlot<readonly string[]>(context.globalState, 'swath.qgisProjects');
    return { session, orders, downloads: await downloads(), reports, show, projects };
  };
  const commands = async () => {
    const { deliveryCommands } = await import('./ui/commands.ts');
    return deliveryCommands({ ...(await parts()), products, reviewer, storage: context.globalStorageUri });
  };
  const readSeries: ReadSeries = async (...args) =>
    (await import('./reportSeries.ts')).seriesReader(await parts())(...args);
  /** Facts about the report of an order, and its first features; `undefined` if it isn't on this machine. */
  const reportFacts = async (order: Order) => {
    const connection = asSignedIn(session.current.peek())?.connection.name;
    if (connection === undefined) return undefined;
    const [{ findDelivered, deliveryStem }, { firstFeatures }] = await Promise.all([
      import('./ui/deliveryFiles.ts'),
      import('./reportFiles.ts'),
    ]);
    const path = await findDelivered(deliveryStem({ order, index: 0 }, connection, context.globalStorageUri));
    if (path?.endsWith('.geojson') !== true) return undefined;
    const report = await firstFeatures(path, maxShown);
    return (
      report && {
        facts: report.index.facts,
        features: report.features,
        savedAt: (await stat(path)).mtimeMs,
      }
    );
  };
  /** Resolves when the decisions of a review are written. */
  const settled = () => written;
  const forMap = { reports, products, reportFocus, reportText, readSeries, answerReview };
  return { forMap, reportFacts, commands, settled };
}

/** Loaded with the first delivery that is needed. */
async function createDownloadsIn(
  storage: vscode.Uri,
  onError: Host['onError'],
  changed: () => void,
): Promise<Downloads> {
  const [{ createDownloads }, { createDeliveryFiles }] = await Promise.all([
    import('./downloads.ts'),
    import('./ui/deliveryFiles.ts'),
  ]);
  return createDownloads(createDeliveryFiles(storage, onError), landed => {
    changed();
    void import('./ui/stacCatalog.ts').then(catalog => catalog.catalogDownload(landed)).catch(onError);
  });
}
