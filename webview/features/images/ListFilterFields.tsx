import * as l10n from '@vscode/l10n';
import { useEffect, useState } from 'preact/hooks';
import { typedNumber } from '../../../src/base/words/typedNumber.ts';
import { type LimitName, limitNames, listFilters } from '../../../src/features/images/rules/listFilters.ts';
import type { Host } from '../../ground/host.ts';
import { countText } from '../../ui/format.ts';
import { Link } from '../../ui/icon.tsx';
import type { ImageStore } from './imageStore.ts';
import type { ResultsModel } from './resultsModel.ts';

interface ListFilterFieldsProps {
  host: Pick<Host, 'state'>;
  found: Pick<ImageStore, 'isStale'>;
  results: ResultsModel;
}

/** Those that are used most. */
const few: readonly LimitName[] = ['minCoverage', 'minClear'];

/** What the list hides without another search: fields of the filter panel that act as they are typed. */
export function ListFilterFields({ host, found, results }: ListFilterFieldsProps) {
  const { hasMore = false } = host.state.value ?? {};
  const loaded = results.images.value.rows.length;
  const isPart = hasMore && !found.isStale.value && loaded > 0;
  return (
    <div class="field-group" role="group" aria-label={l10n.t('In the list, without a new search')}>
      <div class="panel-note small quiet">
        <span>{l10n.t('In the list, without a new search')}</span>
        {isPart && (
          <>
            <span>{l10n.t('· only the {0} loaded', countText(loaded))}</span>
            <Link label={l10n.t('Load all')} onClick={() => results.load('all')} />
          </>
        )}
      </div>
      {limitNames
        .toSorted((a, b) => Number(few.includes(b)) - Number(few.includes(a)))
        .map(name => (
          <LimitField key={name} name={name} host={host} results={results} />
        ))}
    </div>
  );
}

function LimitField({ name, host, results }: Omit<ListFilterFieldsProps, 'found'> & { name: LimitName }) {
  const { label, unit, needsArea = false } = listFilters[name];
  const limit = results.limits.value[name];
  const [text, setText] = useState(limit === undefined ? '' : String(limit));
  const reading = typedLimit(name, text);
  const problem = 'problem' in reading ? reading.problem : undefined;
  useEffect(() => {
    // It was changed elsewhere, such as by removing its chip.
    if ('limit' in reading ? reading.limit !== limit : limit === undefined) {
      setText(limit === undefined ? '' : String(limit));
    }
  }, [limit]);
  const whyNot =
    needsArea && host.state.value?.aoi === undefined
      ? l10n.t('Select an area of interest first.')
      : undefined;
  const id = `limit-${name}`;
  return (
    <div class={few.includes(name) ? 'field' : 'field more-field'} title={whyNot ?? limitTooltip(name)}>
      <label class="label ellipsis" for={id}>
        {`${label()} (${unit})`}
      </label>
      <input
        id={id}
        class="input"
        type="text"
        inputMode="decimal"
        autocomplete="off"
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={`${id}-problem`}
        disabled={whyNot !== undefined}
        value={text}
        onInput={({ currentTarget: { value } }) => {
          setText(value);
          const next = typedLimit(name, value);
          if ('limit' in next) results.setLimits({ ...results.limits.peek(), [name]: next.limit });
        }}
      />
      <span id={`${id}-problem`} class="problem" role="alert">
        {problem}
      </span>
    </div>
  );
}

function limitTooltip(name: LimitName): string {
  return name === 'minClear'
    ? l10n.t(
        'Estimates from quicklooks how much of the whole area each image shows without cloud. Hides the others, and those without an estimate.',
      )
    : l10n.t('Images without a value are hidden too, and counted.');
}

/**
 * Reads the text of a field; an empty one is no limit.
 *
 * @returns a text that says what to enter if it is no number of the field's range
 */
function typedLimit(name: LimitName, text: string): { limit: number | undefined } | { problem: string } {
  if (text.trim() === '') return { limit: undefined };
  const { max } = listFilters[name];
  const limit = typedNumber(text) ?? Number.NaN;
  return limit >= 0 && limit <= max ? { limit } : { problem: l10n.t('Enter 0 to {0}.', max) };
}
