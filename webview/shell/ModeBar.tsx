import { type ReadonlySignal, useComputed } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { AreaFaultShown, PageAssets } from '../../src/protocol/protocol.ts';
import { type AreaModel, beyondText, toolHints } from '../features/areas/index.ts';
import { DrawTools } from '../features/areas/view.ts';
import { CompareBar } from '../features/pictures/view.ts';
import { ProductBar } from '../features/products/view.ts';
import { ReportBar } from '../features/reports/view.ts';
import { CloseButton, IconButton, iconPaths, Link } from '../ui/icon.tsx';
import { PlaceNote } from './GoToPlace.tsx';
import type { MapParts } from './MapControls.tsx';
import { PictureBar } from './PictureBar.tsx';
import { TileNote } from './TileNote.tsx';

interface ModeBarProps {
  assets: PageAssets;
  parts: MapParts;
}

/** Below the map: what has to be said about it, and the bar of the mode. */
export function ModeBar({ assets, parts }: ModeBarProps) {
  const { host, areas, tiles, measured } = parts;
  return (
    <div class="map-foot">
      <AreaProblem areas={areas} />
      <AreaFault host={host} areas={areas} />
      <BeyondNote areas={areas} />
      <OutOfViewNote outOfView={parts.outOfView} />
      <PlaceNote {...parts} />
      <TileNote post={host.post} tiles={tiles} assets={assets} />
      <ToolHint areas={areas} measured={measured} />
      <Bar parts={parts} />
    </div>
  );
}

function Bar({ parts }: Pick<ModeBarProps, 'parts'>) {
  switch (parts.mode.current.value) {
    case 'browse':
      return <PictureBar {...parts} />;
    case 'draw':
      return (
        <Framed parts={parts} name={l10n.t('Area tools')}>
          <DrawTools {...parts} />
        </Framed>
      );
    case 'compare':
      return (
        <Framed parts={parts} name={l10n.t('Compare')}>
          <CompareBar {...parts} />
        </Framed>
      );
    case 'report':
      return (
        <Framed parts={parts} name={l10n.t('Report')}>
          <ReportBar {...parts} />
        </Framed>
      );
    case 'image':
      return (
        <Framed parts={parts} name={l10n.t('Delivered image')}>
          <ProductBar {...parts} />
        </Framed>
      );
  }
}

/** A bar with the way out of its mode. */
function Framed({
  parts: { mode },
  name,
  children,
}: Pick<ModeBarProps, 'parts'> & { name: string; children: ComponentChildren }) {
  return (
    <div
      class="mode-bar"
      role="group"
      aria-label={name}
      onKeyDown={event => {
        // Drawing and comparing have more to end than their mode.
        if (event.key !== 'Escape' || !['report', 'image'].includes(mode.current.peek())) return;
        event.preventDefault();
        mode.leave();
      }}
    >
      {children}
      <IconButton
        class="step-button mode-close"
        name={l10n.t('Close {0}', name)}
        title={`${l10n.t('Close {0}', name)} (Esc)`}
        path={iconPaths.close}
        onClick={mode.leave}
      />
    </div>
  );
}

/** How to use the active tool; a screen reader gets the keyboard version. */
function ToolHint({ areas, measured }: { areas: AreaModel; measured: ReadonlySignal<string | undefined> }) {
  const { tool } = areas.editing.value;
  const { pointer, keyboard } = toolHints(tool, areas.vertex.value !== undefined);
  if (pointer === undefined) return null;
  return (
    <div class="map-note tool-hint">
      {measured.value !== undefined && <strong class="measure-figure">{measured.value}</strong>}
      <span class="tool-hints">
        <span class="pointer-hint">{pointer}</span>
        <span class="keyboard-hint">{keyboard}</span>
      </span>
    </div>
  );
}

function AreaProblem({ areas }: { areas: AreaModel }) {
  const problem = areas.problem.value;
  if (problem === undefined) return null;
  return (
    <div class="map-note area-problem">
      <span>{problem}</span>
      <CloseButton onClick={() => (areas.problem.value = undefined)} />
    </div>
  );
}

/** Says what is wrong with the active area, or with one that can't be drawn, and offers its fix. */
function AreaFault({ host, areas }: Pick<MapParts, 'host' | 'areas'>) {
  const { document } = host.state.value ?? {};
  const fault = areas.editing.value.tool.kind === 'none' ? document?.fault : undefined;
  return (
    <div role="status">
      {fault && (
        <div class="map-note area-fault">
          <span class="warning">{fault.message}</span>
          <FaultFix host={host} areas={areas} fault={fault} />
        </div>
      )}
    </div>
  );
}

/** The edit that fixes it, or the tool that can. */
function FaultFix({
  host,
  areas,
  fault: { key, fix },
}: Pick<MapParts, 'host' | 'areas'> & { fault: AreaFaultShown }) {
  const { current, locked } = host.state.value?.document ?? {};
  if (locked !== undefined) return null;
  if (fix)
    return <Link label={fix.title} onClick={() => host.post({ kind: 'fixArea', key, fix: fix.kind })} />;
  return key === current ? <Link label={l10n.t('Reshape area')} onClick={() => areas.reshape()} /> : null;
}

/** Says which areas are beyond the latitudes of the map, because nothing or only a part of them is drawn. */
function BeyondNote({ areas }: { areas: AreaModel }) {
  const text = useComputed(() => beyondText(areas.rows.value)).value;
  return <div role="status">{text !== undefined && <div class="map-note">{text}</div>}</div>;
}

/** Offers to move the map to what the list is about. */
function OutOfViewNote({ outOfView }: Pick<MapParts, 'outOfView'>) {
  const note = outOfView.value;
  return (
    <div role="status">
      {note && (
        <div class="map-note out-of-view">
          <span>{note.text}</span>
          <Link label={l10n.t('Show')} onClick={note.show} />
          <CloseButton onClick={note.close} />
        </div>
      )}
    </div>
  );
}
