import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import stringify from 'json-stringify-pretty-compact';
import { areaText } from '../../../base/words/areaText.ts';
import { labeled } from '../../../base/words/labeled.ts';
import { safeLine } from '../../../base/words/safeText.ts';
import { polygonAreaKm2 } from '../../../geo/polygonArea.ts';
import { cornersText, positionText } from '../../../geo/positionText.ts';
import { showInformationMessage } from '../../../platform/dialogs/window.ts';
import { areaEnding } from '../../../platform/documents/areaFile.ts';
import { openDraft } from '../../../platform/documents/openDraft.ts';
import {
  furtherCriteria,
  type SavedSearch,
  searchSummary,
  writeSearchFile,
} from '../../images/rules/index.ts';
import { middlePosition } from '../../orders/rules/index.ts';
import { type Link, readLink } from '../link.ts';

export interface OpenParts {
  /** Goes to an order, or says why it can't. */
  goToOrder: (id: string, connection: string) => Promise<void>;
}

/**
 * Opens what a link contains, once the user has seen and accepted it: searches and areas as unsaved documents. Nothing is
 * sent to the service.
 *
 * @param query of the URI, decoded
 * @returns whether the user accepted it
 * @throws {UserError} if the link is unusable
 */
export async function openLink({ goToOrder }: OpenParts, query: string): Promise<boolean> {
  const link = readLink(query);
  const open = l10n.t('Open');
  const options = { modal: true, detail: linkDetail(link) };
  if ((await showInformationMessage(l10n.t('Open this link?'), options, open)) !== open) return false;
  switch (link.kind) {
    case 'search':
    case 'image':
      await openDraft({
        name: link.kind === 'image' ? l10n.t('image') : (link.search.areaName ?? l10n.t('search')),
        ending: '.search.json',
        language: 'json',
        text: writeSearchFile(link.search),
      });
      return true;
    case 'area': {
      const { exportedGeometry } = await import('../../../geo/export/exportTable.ts');
      const { name, polygon } = link;
      const feature = { type: 'Feature', properties: { name }, geometry: exportedGeometry(polygon).shape };
      await openDraft({ name, ending: areaEnding, text: `${stringify(feature)}\n` });
      return true;
    }
    case 'order':
      await goToOrder(link.id, link.connection);
      return true;
  }
}

function linkDetail(link: Link): string {
  switch (link.kind) {
    case 'search':
      return lines(searchSummary(link.search), ...searchDetails(link.search), notSentText());
    case 'image':
      return lines(
        labeled(l10n.t('Image'), safeLine(link.id)),
        searchSummary(link.search),
        ...searchDetails(link.search),
        notSentText(),
      );
    case 'area':
      return lines(labeled(l10n.t('Area of interest'), safeLine(link.name)), linkedAreaText(link.polygon));
    case 'order':
      return lines(
        labeled(l10n.t('Order'), safeLine(link.id)),
        labeled(l10n.t('Connection'), safeLine(link.connection)),
      );
  }
}

function notSentText(): string {
  return l10n.t('It opens as a document. Nothing is sent until you run it.');
}

/** What its summary leaves out: where it searches, and how. */
function searchDetails(search: SavedSearch): (string | undefined)[] {
  const { aoi, circle, bounds, acquiredAfter, acquiredBefore } = search;
  const members: [string, string | undefined][] = [
    [
      l10n.t('Circle'),
      circle && `${positionText([circle.longitude, circle.latitude], 2)}, ${circle.radius} m`,
    ],
    [l10n.t('Box'), bounds && cornersText(bounds, 2)],
    [l10n.t('Acquired after'), acquiredAfter],
    [l10n.t('Acquired before'), acquiredBefore],
    ...furtherCriteria(search),
  ];
  return [
    linkedAreaText(aoi),
    ...members.map(([label, text]) => (text ? labeled(label, safeLine(text)) : undefined)),
  ];
}

/** "21.7 km² · 43.30° N, 5.37° E": the area, and its middle. */
function linkedAreaText(polygon: Polygon | undefined): string | undefined {
  if (!polygon) return undefined;
  return `${areaText(polygonAreaKm2(polygon))} · ${positionText(middlePosition([polygon]), 2)}`;
}

function lines(...texts: readonly (string | undefined)[]): string {
  return texts.filter(Boolean).join('\n');
}
