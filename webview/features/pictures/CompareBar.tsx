import * as l10n from '@vscode/l10n';
import { useLayoutEffect } from 'preact/hooks';
import { numberText } from '../../../src/base/words/displayLanguage.ts';
import type { ViewStore } from '../../ground/viewStore.ts';
import type { Say } from '../../ui/announcer.ts';
import { OpacitySlider, Slider } from '../../ui/controls.tsx';
import { Link } from '../../ui/icon.tsx';
import { blinkRate } from './comparison.ts';
import type { PictureModel } from './pictureModel.ts';
import { ToggleButton } from './ToggleButton.tsx';

interface CompareProps {
  view: Pick<ViewStore, 'reducedMotion'>;
  say: Say;
  pictures: PictureModel;
}

/** The ways with a button; pictures blink by key. */
const compareButtons = ['swipe', 'opacity', 'sideBySide'] as const;

/** How pictures are compared. */
export function CompareBar({ view, say, pictures }: CompareProps) {
  const { comparison } = pictures;
  const mode = comparison.mode.value;
  const title = l10n.t('Compares the two topmost pictures, or up to four side by side. Press B to blink.');
  const labels: Record<(typeof compareButtons)[number], string> = {
    swipe: l10n.t('Swipe'),
    opacity: l10n.t('Opacity'),
    sideBySide: l10n.t('Side by side'),
  };
  return (
    <>
      <span
        class="compare-modes"
        role="group"
        aria-label={l10n.t('Compare')}
        // After a click, Space and Escape are for the map; the keyboard keeps its place.
        onClick={event => {
          if (event.detail > 0) document.querySelector<HTMLElement>('.map')?.focus({ preventScroll: true });
        }}
      >
        {compareButtons.map(each => (
          <ToggleButton
            key={each}
            label={labels[each]}
            title={title}
            isOn={each === mode}
            onToggle={() => comparison.start(each)}
          />
        ))}
      </span>
      {mode === 'opacity' && <Fade pictures={pictures} />}
      {mode === 'blink' && <Blink view={view} say={say} pictures={pictures} />}
      <PictureStatus pictures={pictures} />
    </>
  );
}

/** Of the first compared picture that isn't there. */
function PictureStatus({ pictures }: { pictures: PictureModel }) {
  const { problems, visible, onMap } = pictures;
  const [problem] = problems.value.values();
  const [failed] = problems.value.keys();
  const isLoading = onMap.value.some(({ id }) => !visible.value.has(id));
  if (failed !== undefined && problem !== undefined)
    return (
      <span class="chip-status chip-problem">
        {`${pictures.nameOnMap(failed)}: ${problem}`}{' '}
        <Link label={l10n.t('Try Again')} onClick={() => pictures.retry(failed)} />
      </span>
    );
  return isLoading ? <span class="quiet chip-status">{l10n.t('Loading…')}</span> : null;
}

function pairNames(pictures: PictureModel): { lower: string; upper: string } | undefined {
  const pair = pictures.comparison.pair.value;
  return pair && { lower: pictures.nameOnMap(pair.lower), upper: pictures.nameOnMap(pair.upper) };
}

function Fade({ pictures }: { pictures: PictureModel }) {
  const { comparison } = pictures;
  const names = pairNames(pictures);
  if (!names) return null;
  return (
    <span class="compare-part">
      <span aria-hidden="true">{names.lower}</span>
      <OpacitySlider
        name={l10n.t('Fade from {0} to {1}', names.lower, names.upper)}
        opacity={comparison.saved.value.fade}
        step={1}
        onChange={comparison.setFade}
      />
      <span aria-hidden="true">{names.upper}</span>
    </span>
  );
}

function Blink({ view, say, pictures }: CompareProps) {
  const { comparison } = pictures;
  const { rate } = comparison.saved.value;
  const isByHand = view.reducedMotion.value;
  const isRunning = !isByHand && !comparison.isPaused.value;
  useLayoutEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(
      () => (comparison.isUpperSeen.value = !comparison.isUpperSeen.peek()),
      1000 / rate,
    );
    return () => clearInterval(timer);
  }, [isRunning, rate]);
  const perSecond = l10n.t('{0} per second', numberText(rate));

  const switchNow = () => {
    comparison.switchByHand();
    const names = pairNames(pictures);
    if (names) say(comparison.isUpperSeen.peek() ? names.upper : names.lower);
  };
  return (
    <span class="compare-part">
      <button
        type="button"
        class="toggle"
        aria-keyshortcuts="Space"
        title={l10n.t('Shows the other picture (Space)')}
        onClick={switchNow}
      >
        {l10n.t('Switch')}
      </button>
      {!isByHand && (
        <>
          <ToggleButton
            label={l10n.t('Pause')}
            isOn={!isRunning}
            onToggle={() => (comparison.isPaused.value = isRunning)}
          />
          <Slider
            name={l10n.t('Blink rate')}
            {...blinkRate}
            value={rate}
            text={perSecond}
            onChange={comparison.setRate}
          />
          <span class="quiet compare-rate">{perSecond}</span>
        </>
      )}
    </span>
  );
}

/** Which picture of a blink comparison is visible, on the map. */
export function BlinkName({ pictures }: { pictures: PictureModel }) {
  const names = pairNames(pictures);
  const { pair, isUpperSeen } = pictures.comparison;
  if (!names || pair.value?.mode !== 'blink') return null;
  return (
    <div class="blink-name" aria-hidden="true">
      {isUpperSeen.value ? names.upper : names.lower}
    </div>
  );
}
