import * as l10n from '@vscode/l10n';
import { UserError } from '../../editor/userError.ts';
import { showInformationMessage, showWarningMessage } from '../../editor/window.ts';
import { readyDeliveries } from '../downloads.ts';
import type { DeliveryParts } from './chooseDelivery.ts';
import { fetchAll } from './fetchAll.ts';
import { signedInNow } from './fetchDelivery.ts';

/** So many are downloaded without a question: nobody knows yet how large they are. */
const mostUnasked = 10;

/** Brings everything that is delivered and not on the disk yet to the disk. */
export async function downloadReady(parts: DeliveryParts): Promise<void> {
  const signedIn = signedInNow(parts);
  await parts.orders.refresh();
  const state = parts.orders.current.peek();
  if (state.kind !== 'ready') {
    throw new UserError(l10n.t('The orders could not be read: refresh the Orders view.'));
  }
  const ready = state.orders.flatMap(readyDeliveries);
  const there = await Promise.all(ready.map(one => parts.downloads.find(signedIn, one)));
  const missing = ready.filter((_one, index) => there[index] === undefined);
  if (missing.length === 0) {
    void showInformationMessage(
      ready.length === 0
        ? l10n.t('Nothing is delivered yet: there is nothing to download.')
        : l10n.t('Everything that is ready was downloaded before: {0} files.', ready.length),
    );
    return;
  }
  if (missing.length > mostUnasked && !(await confirm(missing.length))) return;
  await fetchAll(parts, signedIn, missing);
}

async function confirm(count: number): Promise<boolean> {
  const download = l10n.t('Download All');
  const chosen = await showWarningMessage(
    l10n.t('Download {0} files?', count),
    {
      modal: true,
      detail: l10n.t(
        'The service does not say how large they are before they come. You can cancel at any time: what is there by then stays.',
      ),
    },
    download,
  );
  return chosen === download;
}
