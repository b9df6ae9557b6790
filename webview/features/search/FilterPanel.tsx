import { useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { sensorText } from '../../../src/base/words/figureText.ts';
import { labeled } from '../../../src/base/words/labeled.ts';
import { minuteText } from '../../../src/base/words/moment.ts';
import { constellationCodes, constellations } from '../../../src/service/rules/imagery.ts';
import type { Host } from '../../ground/host.ts';
import { Select } from '../../ui/controls.tsx';
import { Choice, Field, FieldGroup, FieldProblem, Input } from './fields.tsx';
import { levelTitle, parseScope, relationTexts, scopeName, scopeText } from './filterFields.ts';
import type { SearchModel } from './searchModel.ts';

export const panelId = 'filter-panel';

/** Their problems are seen without the others. */
const fewFields: ReadonlySet<string> = new Set(['from', 'to', 'minCloud', 'cloud', 'constellation']);

interface FilterPanelProps {
  form: SearchModel;
  state: Host['state'];
  /** Fields below those of the search. In a panel without the class `all`, only those that are used most are shown. */
  children: ComponentChildren;
}

/** All filters, by default those that are used most. Stays in the page while closed, because an incomplete date exists only in its field. */
export function FilterPanel({ form, state, children }: FilterPanelProps) {
  const isMore = useSignal(false);
  const panel = useRef<HTMLDivElement>(null);
  const isOpen = form.isOpen.value;
  // A problem must be seen.
  const hasProblem = Object.keys(form.problems.value).some(name => !fewFields.has(name));
  const showsMore = isMore.value || hasProblem;
  // The few leave half of the map; all of them may need it whole.
  useLayoutEffect(
    () => (isOpen ? endOverMap(panel.current, showsMore ? 1 : 0.5) : undefined),
    [isOpen, showsMore],
  );
  useLayoutEffect(() => {
    // The first of them, which may be below the edge of the panel.
    if (isMore.value) panel.current?.querySelector<HTMLElement>('#filter-level')?.focus();
  }, [isMore.value]);
  const { workspaceId, aoi } = state.value ?? {};
  const cloud = l10n.t('Cloud %');
  return (
    <div
      ref={panel}
      id={panelId}
      class={showsMore ? 'search-panel all' : 'search-panel'}
      role="group"
      aria-label={l10n.t('Filters')}
      hidden={!isOpen}
    >
      <div class="panel-note small quiet">{l10n.t('Press Search or Enter to apply')}</div>
      <FieldGroup label={l10n.t('When')}>
        <Day form={form} name="from" label={l10n.t('From')} moment="after" />
        <Day form={form} name="to" label={l10n.t('To')} moment="before" />
      </FieldGroup>
      <Field id="filter-cloud" label={cloud}>
        <div class="field-range">
          <Input
            form={form}
            name="minCloud"
            kind="number"
            label={`${cloud}: ${l10n.t('Minimum')}`}
            placeholder="0"
          />
          –
          <Input
            form={form}
            name="cloud"
            kind="number"
            label={`${cloud}: ${l10n.t('Maximum')}`}
            placeholder="100"
          />
        </div>
        <FieldProblem form={form} name="minCloud" />
        <FieldProblem form={form} name="cloud" />
      </Field>
      <Choice
        form={form}
        name="constellation"
        label={l10n.t('Constellation')}
        options={{ '': l10n.t('Any'), ...constellationNames() }}
      />
      <div class="field-group" hidden={!showsMore}>
        <Choice
          form={form}
          name="level"
          label={l10n.t('Processing level')}
          isWide
          title={levelTitle()}
          options={{ '': l10n.t('Any'), SENSOR: l10n.t('SENSOR (recommended)'), ALBUM: 'ALBUM' }}
        />
        <Choice
          takesText
          form={form}
          name="productType"
          label={l10n.t('Product type')}
          title={l10n.t(
            'Orders of stereo images are never delivered; “mono” excludes them. Some services need “bundle” too.',
          )}
          options={{ '': l10n.t('Any'), mono: l10n.t('mono (recommended)'), 'bundle,mono': 'bundle,mono' }}
        />
        <Choice
          form={form}
          name="scope"
          label={l10n.t('Scope')}
          options={{
            '': l10n.t('All'),
            ...scopeOption('public'),
            ...scopeOption('public-pneo'),
            ...(workspaceId === undefined ? {} : scopeOption(undefined, workspaceId)),
          }}
          valueName={unofferedScope}
        />
        <Place form={form} areaName={aoi?.name} />
      </div>
      {children}
      <button
        type="button"
        class="link more-filters"
        aria-expanded={showsMore}
        aria-controls={panelId}
        onClick={() => (isMore.value = !showsMore)}
      >
        {showsMore ? l10n.t('Fewer filters') : l10n.t('More filters')}
      </button>
    </div>
  );
}

/**
 * As long as the panel is open, it ends over the map.
 *
 * @param share of the height of the map that lies above its lower edge
 * @returns what ends that
 */
function endOverMap(panel: HTMLElement | null, share: number): (() => void) | undefined {
  const map = document.querySelector('.map');
  if (!panel || !map) return undefined;
  const observer = new ResizeObserver(() => {
    const { top, height } = map.getBoundingClientRect();
    panel.style.maxHeight = `${top + height * share - panel.getBoundingClientRect().top}px`;
  });
  observer.observe(map);
  return () => observer.disconnect();
}

interface DayProps {
  form: SearchModel;
  name: 'from' | 'to';
  label: string;
  /** The field of a time, which applies until a day replaces it. */
  moment: 'after' | 'before';
}

function Day({ form, name, label, moment }: DayProps) {
  const { [name]: day, [moment]: time } = form.fields.value;
  return (
    <Field id={`filter-${name}`} label={label}>
      <Input form={form} name={name} kind="date" />
      <FieldProblem form={form} name={name} />
      {day === '' && time !== '' && <span class="field-note">{minuteText(time)}</span>}
    </Field>
  );
}

function constellationNames(): Record<string, string> {
  const names = constellationCodes.map(code => [
    code,
    sensorText({ constellation: code, resolution: constellations[code].gsd }),
  ]);
  return Object.fromEntries(names) as Record<string, string>;
}

function scopeOption(...scope: Parameters<typeof scopeName>): Record<string, string> {
  return { [scopeText(...scope)]: scopeName(...scope) };
}

/** A workspace of another contract, or two scopes at once. */
function unofferedScope(scope: string): string {
  const { workspace, workspaceId = '' } = parseScope(scope);
  return workspace ? scopeName(workspace, workspaceId) : l10n.t('Workspace {0}', workspaceId);
}

function Place({ form, areaName }: { form: SearchModel; areaName: string | undefined }) {
  const { where, place, unit, relation } = form.fields.value;
  const { intersects, ...others } = relationTexts();
  return (
    <FieldGroup label={l10n.t('Where')}>
      <Choice
        form={form}
        name="where"
        label={l10n.t('Where')}
        isWide
        options={{
          '': areaName === undefined ? l10n.t('Area of interest') : labeled(l10n.t('Area'), areaName),
          box: l10n.t('Map view'),
          circle: l10n.t('Circle on the map'),
          ...(place === '' ? {} : { kept: l10n.t('As searched') }),
        }}
      >
        <FieldProblem form={form} name="where" />
      </Choice>
      {where === 'circle' && (
        <Field id="filter-radius" label={l10n.t('Radius around the map center')} isWide>
          <div class="field-range">
            <Input form={form} name="radius" kind="number" />
            <Select
              class="input"
              name={l10n.t('Unit')}
              options={Object.entries({ km: 'km', m: 'm' })}
              value={unit}
              onChange={chosen => form.edit('unit', chosen)}
            />
          </div>
          <FieldProblem form={form} name="radius" />
        </Field>
      )}
      {where === 'box' && (
        <label class="field-check wide">
          <input
            type="checkbox"
            checked={form.followsMap.value}
            onChange={({ currentTarget }) => (form.followsMap.value = currentTarget.checked)}
          />
          {l10n.t('Search while moving the map')}
        </label>
      )}
      {where === '' && (
        <Choice
          form={form}
          name="relation"
          label={l10n.t('Spatial relation')}
          isWide
          options={{ '': intersects, ...others }}
          valueName={() => intersects}
        >
          {relation !== '' && relation !== 'intersects' && (
            <span class="field-note">{l10n.t('Older services support only “Intersects the area”.')}</span>
          )}
        </Choice>
      )}
    </FieldGroup>
  );
}
