import { presentError } from '../../../platform/dialogs/failureMessage.ts';
import { runCommand } from '../../../platform/host/commands.ts';
import { loadAoiDocument, loadChooseArea, loadDropArea } from '../../areas/ui/index.ts';
import type { HostAnswers, HostHandlers } from '../../../protocol/protocol.ts';
import { areaKey, pathOfKey, toAreaChange } from '../areaMessages.ts';
import type { HandlerParts, PageOfHandler } from '../pageParts.ts';

type Parts = Pick<HandlerParts, 'catalog' | 'areas' | 'editing' | 'revealAoi' | 'log'>;

export function areaHandlers(
  { catalog, areas, editing, revealAoi, log }: Parts,
  page: Pick<PageOfHandler, 'focus' | 'setBusy'>,
) {
  const present = (error: unknown) => void presentError(error, log);

  return {
    revealAoi: () => {
      const { aoi } = catalog.current.peek();
      return aoi && revealAoi(aoi, true);
    },
    revealArea: async ({ key, takesFocus }) => {
      const uri = areas.current.peek().document?.uri;
      if (uri !== undefined) await revealAoi({ uri, path: pathOfKey(key) }, takesFocus);
    },
    revealVertex: async ({ key, ring, vertex }) => {
      const uri = areas.current.peek().document?.uri;
      const path = pathOfKey(key);
      // The text has the parts of an area that was cut, the map its vertices in one piece.
      if (uri === undefined || areas.at(path)?.isCut) return;
      const { revealPosition } = await loadAoiDocument();
      await revealPosition({ uri, path: [...path, 'coordinates', ring, vertex] });
    },
    takeArea: ({ key }) => areas.take(pathOfKey(key)),
    renameArea: ({ key }) => editing.rename(pathOfKey(key)).then(page.focus).catch(present),
    fixArea: async ({ key, fix: kind }) => {
      const { faults } = areas.current.peek();
      const isSwap = kind === 'swap-axes';
      const fault = faults.find(({ area, fix }) => areaKey({ path: area }) === key && fix?.kind === kind);
      // The menu offers a swap of any area.
      const fix = fault?.fix ?? (isSwap ? ({ kind, path: pathOfKey(key) } as const) : undefined);
      if (fix) await editing.fix(fix).catch(present);
      page.focus();
      // It is somewhere else now.
      if (isSwap) await runCommand('swath.openMap', { show: 'aoi' });
    },
    // The editor's undo moves the focus to the text: return it to the drawing.
    undo: () => editing.undo().then(page.focus),
    redo: () => editing.redo().then(page.focus),
    busy: ({ isBusy }) => page.setBusy(isBusy),
    newAoi: () => runCommand('swath.newAoi'),
    importAoi: async () => (await loadChooseArea()).importOntoMap(catalog),
    importDropped: async dropped =>
      (await loadDropArea()).importDropped(dropped, areas.current.peek().document?.uri).catch(present),
    openSample: () => runCommand('swath.openSamples', 'onMap'),
  } satisfies Partial<HostHandlers>;
}

export function areaAnswers({ editing }: Pick<Parts, 'editing'>) {
  return {
    change: ({ revision, change }) => editing.change(revision, toAreaChange(change)),
  } satisfies Partial<HostAnswers>;
}
