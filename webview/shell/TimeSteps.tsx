import * as l10n from '@vscode/l10n';
import { numberText } from '../../src/base/words/displayLanguage.ts';
import { focusPlace } from '../features/areas/index.ts';
import { IconButton, iconPaths } from '../ui/icon.tsx';
import { MenuButton } from '../ui/MenuButton.tsx';
import type { TimeModel } from './timeModel.ts';

/** How long an image can be shown, seconds. */
const lengths = [2, 1, 0.5] as const;

/** Steps through the images by date and plays them. */
export function TimeSteps({ time }: { time: TimeModel }) {
  const { canStep, playback } = time;
  if (!canStep.value) return null;
  const eaches = { day: l10n.t('Day'), week: l10n.t('Week'), month: l10n.t('Month') };
  const sections = () => [
    {
      title: l10n.t('Play the best image of each'),
      items: (['day', 'week', 'month'] as const).map(period => ({
        label: eaches[period],
        isChecked: playback.value.each === period,
        onSelect: () => time.change({ each: period }),
      })),
    },
    {
      title: l10n.t('Time per image'),
      items: lengths.map(duration => ({
        label: l10n.t('{0} s', numberText(duration)),
        isChecked: playback.value.seconds === duration,
        onSelect: () => time.change({ seconds: duration }),
      })),
    },
  ];
  return (
    <div class="time-steps" role="group" aria-label={l10n.t('By date')}>
      <IconButton
        name={l10n.t('Previous image by date')}
        keys="["
        path={iconPaths.previous}
        onClick={() => time.step(-1)}
      />
      <PlayButton time={time} />
      <IconButton
        name={l10n.t('Next image by date')}
        keys="]"
        path={iconPaths.next}
        onClick={() => time.step(1)}
      />
      <MenuButton
        name={l10n.t('Playback')}
        iconPath="M3.5 8h.01M8 8h.01M12.5 8h.01"
        class="dots"
        sections={sections}
      />
    </div>
  );
}

/** What the last step skipped, or why there was none. */
export function TimeNote({ time: { pending, note } }: { time: TimeModel }) {
  const text = pending.value === undefined ? note.value : l10n.t('Loading…');
  if (text === '') return null;
  return (
    <span class="time-note quiet ellipsis" title={text}>
      {text}
    </span>
  );
}

function PlayButton({ time: { isPlaying, reducedMotion, play, stop } }: { time: TimeModel }) {
  if (isPlaying.value)
    return <IconButton name={l10n.t('Stop')} keys="Escape" path="M4.5 4.5h7v7h-7z" onClick={stop} />;
  const title = reducedMotion.value
    ? l10n.t('Play: motion is reduced, so each press shows one image')
    : l10n.t('Play');
  return <IconButton name={title} path="M5 3l8 5-8 5z" onClick={play} />;
}

/** `[` and `]` step, wherever no text is typed. While images are played, Esc stops it and does nothing else. */
export function attachTimeKeys({ isPlaying, pending, canStep, step, stop }: TimeModel): void {
  function onKeyDown(event: KeyboardEvent): void {
    const { key, target, ctrlKey, altKey, metaKey } = event;
    const by = key === '[' ? -1 : key === ']' ? 1 : undefined;
    if (key === 'Escape' && isPlaying.peek()) stop();
    else if (by !== undefined && canStep.peek()) {
      const isTyped =
        focusPlace(event) === 'field' && !(target instanceof Element && target.matches('[type=range]'));
      // On some keyboards the brackets are typed with Alt, or with AltGr, which is Ctrl and Alt.
      if (isTyped || metaKey || (ctrlKey && !altKey)) return;
      // A key that is held down goes on when the picture is there.
      if (!event.repeat || pending.peek() === undefined) step(by);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
  const onVisibility = () => {
    if (document.hidden) stop();
  };
  window.addEventListener('keydown', onKeyDown, { capture: true });
  document.addEventListener('visibilitychange', onVisibility);
}
