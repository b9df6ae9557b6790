import { useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { Map as LeafletMap } from 'leaflet';
import { useLayoutEffect } from 'preact/hooks';
import { IconButton } from '../ui/icon.tsx';

/** Renders again whenever the map has moved or changed its size. @returns how often that was */
export function useMoves(map: LeafletMap): number {
  const moves = useSignal(0);
  useLayoutEffect(() => {
    const count = () => (moves.value += 1);
    map.on('moveend resize', count);
    return () => void map.off('moveend resize', count);
  }, [map]);
  return moves.value;
}

export function ZoomButtons({ map }: { map: LeafletMap }) {
  useMoves(map);
  const zoom = map.getZoom();
  return (
    <>
      <IconButton
        class="tool-button"
        name={l10n.t('Zoom in')}
        path="M3 8h10M8 3v10"
        aria-disabled={zoom >= map.getMaxZoom()}
        onClick={() => map.zoomIn()}
      />
      <IconButton
        class="tool-button"
        name={l10n.t('Zoom out')}
        path="M3 8h10"
        aria-disabled={zoom <= map.getMinZoom()}
        onClick={() => map.zoomOut()}
      />
    </>
  );
}
