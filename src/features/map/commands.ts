import { isRecord } from '../../base/fields.ts';
import type { SomeCommands } from '../../platform/host/commands.ts';
import type { Catalog } from '../images/index.ts';
import { isAoiTarget, resolveAoi } from '../areas/ui/index.ts';
import type { MapTarget } from '../../protocol/protocol.ts';
import type { MapPanels } from './mapPanel.ts';

/** By ID. */
export function mapCommands(panels: MapPanels, catalog: Catalog) {
  return {
    'swath.goToPlace': () => panels.show({ kind: 'goToPlace' }),
    'swath.measure': () => panels.show({ kind: 'measure' }),
    /**
     * @param target a polygon of a document becomes the active area; with `{ show }`, the map moves there; without, it
     *   opens as it is; with `{ hasFocus }`, the focus goes there, too
     */
    'swath.openMap': async (target: unknown) => {
      if (!isAoiTarget(target)) {
        panels.show(mapTarget(target), isRecord(target) && target.hasFocus === true);
        return;
      }
      const aoi = await resolveAoi(target);
      if (aoi) catalog.lookAt(aoi);
      panels.show({ kind: 'aoi' });
    },
  } satisfies SomeCommands;
}

function mapTarget(target: unknown): MapTarget | undefined {
  const show = (target as { show?: unknown } | null | undefined)?.show;
  return show === 'aoi' || show === 'report' || show === 'product' ? { kind: show } : undefined;
}
