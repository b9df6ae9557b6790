import { useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { useLayoutEffect } from 'preact/hooks';
import { areaFormatNames, maxDropped } from '../../src/features/areas/rules/index.ts';
import type { ToHost } from '../../src/protocol/protocol.ts';
import type { Host } from '../ground/host.ts';

/** Files of the editor's Explorer: a JSON list of URIs. */
const explorerType = 'resourceurls';

/** Imports areas from files that are dropped anywhere on the page, and says so while they are dragged over it. */
export function DropTarget({ post }: Pick<Host, 'post'>) {
  const isOver = useSignal(false);
  useLayoutEffect(() => {
    window.addEventListener('dragover', event => {
      const { dataTransfer: data } = event;
      if (!data?.types.some(type => type === 'Files' || type === explorerType)) return;
      // Otherwise nothing can be dropped.
      event.preventDefault();
      data.dropEffect = 'copy';
      isOver.value = true;
    });
    window.addEventListener('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) isOver.value = false;
    });
    window.addEventListener('drop', event => {
      if (!isOver.peek() || !event.dataTransfer) return;
      event.preventDefault();
      isOver.value = false;
      void readDropped(event.dataTransfer).then(post);
    });
  }, []);
  if (!isOver.value) return null;
  return (
    <div class="drop-hint">
      <strong>{l10n.t('Drop files to import areas')}</strong>
      <span>{areaFormatNames}</span>
    </div>
  );
}

/** Has to be called in the event: after it, there is nothing to read. */
async function readDropped(data: DataTransfer): Promise<ToHost> {
  const nothing = { kind: 'importDropped', files: [], uris: [] } as const;
  const files = [...data.files];
  const total = files.reduce((sum, { size }) => sum + size, 0);
  try {
    const uris = files.length > 0 ? [] : (JSON.parse(data.getData(explorerType)) as string[]);
    const isTooMuch = Math.max(files.length, uris.length) > maxDropped.files;
    if (isTooMuch || total > maxDropped.bytes) return { ...nothing, problem: 'tooMuch' };
    const read = files.map(async file => ({ name: file.name, bytes: await file.bytes() }));
    return { ...nothing, files: await Promise.all(read), uris };
  } catch {
    // A folder, or a file that no longer exists.
    return { ...nothing, problem: 'unreadable' };
  }
}
