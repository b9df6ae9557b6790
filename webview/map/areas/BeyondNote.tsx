import { useComputed } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { AreaModel } from './areaModel.ts';
import { beyondText } from './areaTexts.ts';

/** Says which areas are beyond the latitudes of the map, because nothing or only a part of them is drawn. */
export function BeyondNote({ areas }: { areas: AreaModel }) {
  const text = useComputed(() => beyondText(areas.rows.value)).value;
  return (
    <div role="status">
      {text !== undefined && (
        <div class="map-strip" title={l10n.t('Search and orders use the whole area.')}>
          {text}
        </div>
      )}
    </div>
  );
}
