import * as l10n from '@vscode/l10n';
import { presentError } from '../../../platform/dialogs/failureMessage.ts';
import { runCommand } from '../../../platform/host/commands.ts';
import { asSignedIn } from '../../../session/session.ts';
import { findImages } from '../../images/index.ts';
import type { HostAnswers, HostHandlers } from '../../../protocol/protocol.ts';
import type { ReportOnMap } from '../../deliveries/index.ts';
import { toRow } from '../mapState.ts';
import type { HandlerParts, PageOfHandler } from '../pageParts.ts';
import type { PictureMessages } from '../pictureMessages.ts';
import { reportId } from '../reportMessages.ts';

type Parts = Pick<
  HandlerParts,
  'session' | 'reports' | 'readSeries' | 'revealFeature' | 'answerReview' | 'log'
>;

/** `undefined` if another report is on the map by now. */
function shownReport({ reports }: Parts, id: string): ReportOnMap | undefined {
  const report = reports.current.peek();
  return report && reportId(report) === id ? report : undefined;
}

export function reportHandlers(parts: Parts) {
  return {
    revealFeature: ({ reportId: id, index, takesFocus }) => {
      const report = shownReport(parts, id);
      if (!report) return;
      parts
        .revealFeature(report, index, takesFocus)
        .catch((error: unknown) => void presentError(error, parts.log));
    },
    exportFeatures: async ({ reportId: id, indices }) => {
      if (shownReport(parts, id)) await runCommand('swath.exportReport', { indices: Array.from(indices) });
    },
    openReport: ({ orderId }) => runCommand('swath.openReport', orderId),
    showProduct: ({ orderId }) => runCommand('swath.showImage', orderId),
    openOrder: ({ orderId }) => runCommand('swath.openOrder', orderId),
    saveReviewedReport: () => runCommand('swath.saveReviewedReport'),
    closeReport: () => parts.reports.clear(),
  } satisfies Partial<HostHandlers>;
}

export function reportAnswers(
  parts: Parts,
  { know }: Pick<PictureMessages, 'know'>,
  page: Pick<PageOfHandler, 'send' | 'focus'>,
) {
  return {
    readSeries: async ({ reportId: id }, signal) => {
      const report = shownReport(parts, id);
      const tell = (unread: number) => {
        if (!signal.aborted) page.send({ kind: 'seriesUnread', reportId: id, unread });
      };
      return report && parts.readSeries(report.orderId, tell, signal);
    },
    /** Finds the images that the report was made from, which needn't be in the list. */
    reportImages: async ({ reportId: id }) => {
      const report = shownReport(parts, id);
      if (!report) return undefined;
      const signedIn = asSignedIn(parts.session.current.peek());
      if (!signedIn) return { images: [], problem: l10n.t('Sign in to see the image of the report.') };
      const ids = report.imageIds ?? [];
      const near = report.area && { aoi: report.area };
      const images = await findImages(
        await signedIn.client(),
        ids.map(id => ({ id, near })),
      );
      know(images);
      const rows = images.map(image => toRow(image, undefined, false));
      if (rows.length > 0) return { images: rows };
      return { images: [], problem: l10n.t('The service no longer lists the image of the report.') };
    },
    review: async ({ reportId: id, ...request }) => {
      const report = shownReport(parts, id);
      if (!report) return undefined;
      try {
        return await parts.answerReview(report, request);
      } finally {
        // The host has asked for a name.
        if (request.asks) page.focus();
      }
    },
  } satisfies Partial<HostAnswers>;
}
