/** The maps in a conversation, for the answers of tools. */
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import * as vscode from 'vscode';
import { areaText, shareText } from '../../base/words/areaText.ts';
import { utcText } from '../../base/words/moment.ts';
import type { Image } from '../../service/rules/imagery.ts';
import { orderName } from '../../service/rules/kindText.ts';
import { formatAmount, type Order } from '../../service/rules/order.ts';
import { UserError } from '../../platform/host/userError.ts';
import type { ReportFeature } from '../reports/rules/index.ts';
import type { AnswerMap } from '../../protocol/answerMap.ts';
import { imageName } from '../orders/rules/index.ts';
import { type Link, writeLink } from '../links/index.ts';
import type { ToolArea } from './toolArea.ts';

type MapFeature = AnswerMap['features'][number];

/** Images on a map. @param shares what each covers of an area, 0 to 1 */
export function answerFeatures(
  images: readonly Image[],
  shares: readonly number[] | undefined,
): MapFeature[] {
  return images.map((image, index) => {
    const { id, footprint, acquisitionDate, constellation, cloudCover } = image;
    const share = shares?.[index];
    return mapFeature(footprint, {
      [l10n.t('Image')]: imageName(image),
      [l10n.t('Acquired')]: acquisitionDate && utcText(acquisitionDate),
      [l10n.t('Constellation')]: constellation,
      [l10n.t('Cloud cover')]: cloudCover === undefined ? undefined : shareText(cloudCover / 100),
      [l10n.t('Coverage')]: share === undefined ? undefined : shareText(share),
      [l10n.t('ID')]: id,
    });
  });
}

/** An order on a map, with what it cost. */
export function orderFeatures(order: Order, areas: readonly Polygon[]): MapFeature[] {
  return areas.map(area =>
    mapFeature(area, {
      [l10n.t('Order')]: orderName(order),
      [l10n.t('Status')]: order.status,
      [l10n.t('Price')]: order.price && formatAmount(order.price),
      [l10n.t('Created')]: order.createdAt && utcText(order.createdAt),
      [l10n.t('ID')]: order.id,
    }),
  );
}

/** Features of a report on a map. Their properties are foreign: the page shows them as text. */
export function reportFeatures(features: readonly ReportFeature[]): MapFeature[] {
  return features.map(({ geometry, properties }) => mapFeature(geometry, properties));
}

export function areaNote({ name, areaKm2 }: ToolArea): string {
  return `${name}, ${areaText(areaKm2)}`;
}

/** `undefined` if the area is too large for a link. */
export function linkTo(link: Link): string | undefined {
  try {
    return writeLink(vscode.env.uriScheme, link);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

function mapFeature(geometry: MapFeature['geometry'], properties: MapFeature['properties']): MapFeature {
  return { type: 'Feature', geometry, properties };
}
