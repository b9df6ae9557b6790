import * as l10n from '@vscode/l10n';
import { positionText } from '../../../src/geo/positionText.ts';
import { maxCopied } from '../../../src/protocol/messageLimits.ts';
import type { Host } from '../../ground/host.ts';
import { worldLatitude, worldLongitude } from '../../ground/worldPoint.ts';
import type { MenuItem } from '../../ui/MenuButton.tsx';
import type { ReportModel } from './reportModel.ts';

/** Copies a text, unless it is too long to be sent, which the host says. */
export function copyText(post: Host['post'], text: string): void {
  post(text.length > maxCopied ? { kind: 'copy' } : { kind: 'copy', text });
}

/** What is done with a feature of the report, in the menu of its row and on the map. */
export function featureItems(report: ReportModel, post: Host['post'], place: number): MenuItem[] {
  const features = report.features.peek();
  const [west, north, east, south] = features.shapes.boxAt(place);
  const center = [worldLongitude((west + east) / 2), worldLatitude((north + south) / 2)] as const;
  const centerItem = {
    label: l10n.t('Copy Center'),
    onSelect: () => copyText(post, positionText([...center])),
  };
  return [
    { label: l10n.t('Zoom To'), onSelect: () => report.goTo(place, true) },
    { label: l10n.t('Go to Text'), onSelect: () => report.reveal(place, true) },
    ...(features.shapes.isSomewhere(place) ? [centerItem] : []),
    {
      label: l10n.t('Copy Properties as JSON'),
      onSelect: () => copyText(post, JSON.stringify(features.propertiesAt(place))),
    },
  ];
}
