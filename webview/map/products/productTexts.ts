import * as l10n from '@vscode/l10n';
import { byteText } from '../../../src/model/words/quantity.ts';
import type { ProblemKind } from './geoImage.ts';

/** Why an image isn't on the map, and what to do. @param name of its file */
export function problemText(name: string, kind: ProblemKind, detail: string): string {
  switch (kind) {
    case 'notTiff':
      return l10n.t('{0} is not a TIFF file. Download the delivery again.', name);
    case 'damaged':
      return l10n.t('{0} is incomplete or damaged. Download the delivery again.', name);
    case 'noBands':
      return l10n.t('{0} contains no bands that Swath can show. Open it in a GIS.', name);
    case 'noPlace':
      return l10n.t("{0} has no georeference, so it can't be placed. Georeference it in a GIS.", name);
    case 'projection':
      return l10n.t('{0} uses an unsupported projection ({1}). Reproject it to WGS 84 / UTM.', name, detail);
    case 'compression':
      return l10n.t('{0} uses an unsupported compression ({1}). Convert it to Deflate.', name, detail);
    case 'tooLarge':
      return l10n.t(
        '{0} has {1} pixels, but at most 200,000 per side are supported. Split it.',
        name,
        detail,
      );
    case 'bigBlocks': {
      const size = byteText(Number(detail));
      return l10n.t('{0} is not tiled: one block takes {1}. Convert it to a tiled GeoTIFF.', name, size);
    }
    case 'unreadable':
      return detail;
  }
}
