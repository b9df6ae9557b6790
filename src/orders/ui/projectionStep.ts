import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import {
  allowedCodes,
  crsCodeOf,
  crsName,
  epsgOf,
  geodetic,
  meantEpsg,
  utmZoneOf,
} from '../../model/order/projection.ts';
import { back, pickStep, readStep, type StepCount } from '../../editor/steps.ts';

/** The projection of products over an area: its UTM zone, degrees, or any other that is allowed. */
export async function askProjection(
  aoi: Polygon,
  wishes: { crsCode: string },
  hasBack: boolean,
  count?: StepCount,
): Promise<'done' | typeof back | undefined> {
  const zone = utmZoneOf(aoi);
  for (;;) {
    const now = epsgOf(wishes.crsCode);
    const codes = [...new Set([zone, geodetic, now])].filter(code => code !== undefined);
    const items = [
      ...codes.map(code => ({
        epsg: code,
        label: crsName(code),
        description:
          code === zone ? l10n.t('EPSG:{0}, in metres, for the middle of the area', code) : `EPSG:${code}`,
      })),
      { epsg: undefined, label: l10n.t('Another…'), description: allowedCodes },
    ];
    const answer = await pickStep({
      title: l10n.t('Which projection?'),
      placeholder: l10n.t('For all images'),
      items,
      active: items.find(({ epsg }) => epsg === now),
      hasBack,
      count,
    });
    if (answer === undefined || answer === back) return answer;
    const epsg = answer[0]?.epsg ?? (await askCode());
    if (epsg === undefined) return undefined;
    if (epsg === back) continue;
    wishes.crsCode = crsCodeOf(epsg);
    return 'done';
  }
}

function askCode(): Promise<number | typeof back | undefined> {
  return readStep({
    title: l10n.t('EPSG code of the projection'),
    prompt: l10n.t('Products come in {0}.', allowedCodes),
    value: '',
    read(text) {
      const epsg = meantEpsg(text);
      if (epsg !== undefined) return { value: epsg };
      const problem = l10n.t('Products do not come in "{0}": write a code of {1}.', text, allowedCodes);
      return { problem };
    },
  });
}
