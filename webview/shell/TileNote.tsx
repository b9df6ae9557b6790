import { useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { useLayoutEffect } from 'preact/hooks';
import type { PageAssets } from '../../src/protocol/protocol.ts';
import { onlineBackground } from '../../src/features/map/rules/index.ts';
import type { Host } from '../ground/host.ts';
import type { TileLayer } from '../ground/tileLayer.ts';
import { CloseButton, Link } from '../ui/icon.tsx';

interface TileNoteProps {
  post: Host['post'];
  tiles: TileLayer | undefined;
  assets: PageAssets;
}

/**
 * Shows which tile hosts don't respond, or why the setting isn't used. Once closed, it stays closed until the message
 * changes. The status region is always rendered, because screen readers announce only changes in an existing one.
 */
export function TileNote({ post, tiles, assets: { background, tileProblem } }: TileNoteProps) {
  const closed = useSignal('');
  const hosts = tiles?.silent.value ?? [];
  const server = onlineBackground(background)?.provider ?? hosts.join(', ');
  const silence =
    hosts.length === 0
      ? ''
      : l10n.t("{0} doesn't send map tiles. Showing the built-in land instead.", server);
  const text = tileProblem ?? silence;
  useLayoutEffect(() => {
    if (text === '') closed.value = '';
  }, [text]);
  const isShown = text !== closed.value;
  return (
    <>
      {isShown && (
        <div class="map-note tile-note">
          <span class="tile-note-text">{text}</span>
          {tiles && <Link label={l10n.t('Try Again')} onClick={() => tiles.retry()} />}
          {tiles && (
            <Link
              label={l10n.t('Land only (offline)')}
              onClick={() => post({ kind: 'background', name: 'land' })}
            />
          )}
          <CloseButton onClick={() => (closed.value = text)} />
        </div>
      )}
      <div class="visually-hidden" role="status">
        {isShown ? text : ''}
      </div>
    </>
  );
}
