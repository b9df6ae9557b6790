import * as l10n from '@vscode/l10n';
import { areaText } from '../../src/base/words/areaText.ts';
import { labeled } from '../../src/base/words/labeled.ts';
import { type AreaModel, leftOutText, placeText } from '../features/areas/index.ts';
import type { Host } from '../ground/host.ts';
import type { ModeStore } from '../shell/mode.ts';
import { IconButton, iconPaths, Link } from '../ui/icon.tsx';

interface HeaderProps {
  host: Host;
  areas: AreaModel;
  mode: ModeStore;
}

/** What area is searched, in which document, the report on the map; and with which connection. */
export function Header({ host, areas, mode }: HeaderProps) {
  const state = host.state.value;
  const { connection } = state ?? {};
  const isOfReport = mode.current.value === 'report';
  const report = isOfReport ? state?.report : undefined;
  /** Its objects are on the map in every mode. */
  const other = isOfReport ? undefined : state?.report;
  const { aoi, document } = report ? {} : { ...state };
  const { fault, current } = document ?? {};
  const isFaulty = fault !== undefined && fault.key === current;
  return (
    <div class="header">
      {report && (
        <span class="ellipsis">
          {[report.title, ...(report.area ? [areaText(report.area.areaKm2)] : [])].join(' · ')}
        </span>
      )}
      {aoi && (
        <button
          type="button"
          class="link aoi"
          title={[...(isFaulty ? [fault.message] : []), l10n.t('Go to Text')].join('\n')}
          onClick={() => host.post({ kind: 'revealAoi' })}
        >
          <span class={isFaulty ? 'ellipsis warning' : 'ellipsis'}>{aoi.name}</span>
          {document?.unsized?.includes(current ?? '') !== true && (
            <span class="aoi-area">{` · ${areaText(aoi.areaKm2)}`}</span>
          )}
        </button>
      )}
      {state && !aoi && !report && <span class="quiet ellipsis">{l10n.t('No area of interest')}</span>}
      {document && (
        <span class="document-name quiet ellipsis" title={document.locked ?? document.name}>
          {document.name}
        </span>
      )}
      {other && (
        <span class="ellipsis other-report" title={other.title}>
          {labeled(l10n.t('Report'), other.title)}
        </span>
      )}
      {!report && <AreaStepper host={host} areas={areas} />}
      <span
        class={connection === undefined ? 'connection ellipsis quiet' : 'connection ellipsis'}
        title={connection === undefined ? '' : labeled(l10n.t('Connection'), connection)}
      >
        {state && (connection ?? l10n.t('Signed out'))}
      </span>
    </div>
  );
}

/** Steps through the areas of the document, "‹ Area 2 of 7 ›", with actions for the current one. */
function AreaStepper({ host, areas }: Omit<HeaderProps, 'mode'>) {
  const current = host.state.value?.document;
  const rows = areas.rows.value;
  const acted = areas.acted.value;
  if (!current || rows.length < 2) return null;

  const place = [acted && areas.label(acted), leftOutText(current)].filter(part => part !== undefined);
  return (
    <div class="stepper" role="group" aria-label={current.name}>
      <IconButton
        name={l10n.t('Previous area')}
        keys="Shift+N"
        path={iconPaths.previous}
        onClick={() => areas.step(-1)}
      />
      <span class="area-place" title={place.join('\n')}>
        {placeText(acted ? rows.indexOf(acted) : -1, rows.length, current.leftOut)}
      </span>
      <IconButton name={l10n.t('Next area')} keys="N" path={iconPaths.next} onClick={() => areas.step(1)} />
      {acted && (
        <Link
          label={l10n.t('Go to Text')}
          title={`${l10n.t('Go to Text')} (Enter)`}
          onClick={() => areas.reveal(areas.acted.peek(), true)}
        />
      )}
    </div>
  );
}
