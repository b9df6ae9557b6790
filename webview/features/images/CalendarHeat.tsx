import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { percentText } from '../../../src/base/words/figureText.ts';
import { dayMs } from '../../../src/base/words/moment.ts';
import type { Host } from '../../ground/host.ts';
import { binText, dateUnits } from './availability.ts';
import type { CalendarMonth, CalendarPart, CalendarWeek } from './calendar.ts';
import type { ResultsModel } from './resultsModel.ts';

type Unit = keyof typeof dateUnits;

/** What a button of the calendar stands for. */
interface Item extends CalendarPart {
  unit: Unit;
}

/** The months with images as calendars, each day in the color of its best image. Filters by day, week or month. */
export function CalendarHeat({ host, results }: { host: Pick<Host, 'state'>; results: ResultsModel }) {
  const { calendar, span, setSpan } = results;
  const months = calendar.value;
  const hasArea = host.state.value?.aoi !== undefined;
  const calendars = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(Infinity);
  const items = calendarItems(months);
  const at = Math.min(current, items.length - 1);
  let drawn = 0;

  useLayoutEffect(() => {
    // The newest images, which the list starts with.
    if (calendars.current) calendars.current.scrollTop = calendars.current.scrollHeight;
  }, []);

  function toggle({ from, to }: CalendarPart): void {
    const isOn = span.peek()?.from === from && span.peek()?.to === to;
    setSpan(isOn ? undefined : { from, to });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const item = items[at];
    if (!item) return;
    const places: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: items.length - 1,
      ArrowUp: items.findLastIndex(({ unit, to }) => unit === item.unit && to <= item.to - weekMs),
      ArrowDown: items.findIndex(({ unit, from }) => unit === item.unit && from >= item.from + weekMs),
      PageUp: items.findLastIndex(({ unit }, index) => unit === 'month' && index < at),
      PageDown: items.findIndex(({ unit }, index) => unit === 'month' && index > at),
    };
    const place = places[event.key];
    if (event.key === 'Escape' && span.peek()) setSpan(undefined);
    else if (place !== undefined && items[place]) {
      setCurrent(place);
      calendars.current?.querySelectorAll('button')[place]?.focus();
    } else if (place === undefined) return;
    event.preventDefault();
  }

  function draw(unit: Unit, part: CalendarPart, text?: string) {
    const index = drawn++;
    const name = partName(unit, part);
    const { value: only } = span;
    return (
      <button
        key={`${unit} ${part.from}`}
        type="button"
        class={`calendar-${unit}`}
        tabindex={index === at ? 0 : -1}
        aria-label={name}
        title={name}
        aria-pressed={only !== undefined && part.from >= only.from && part.to <= only.to}
        style={part.clear === undefined ? undefined : { '--clear': `${Math.round(part.clear * 100)}%` }}
        onFocus={() => setCurrent(index)}
        onClick={() => toggle(part)}
      >
        {text}
      </button>
    );
  }

  return (
    <div class="calendar">
      <div
        ref={calendars}
        class={span.value ? 'calendar-months filtered' : 'calendar-months'}
        role="group"
        aria-label={l10n.t('Calendar')}
        onKeyDown={onKeyDown}
      >
        {months.map(month => (
          <div
            key={month.from}
            class="calendar-sheet"
            role="group"
            aria-label={dateUnits.month.spanName(month)}
          >
            {draw('month', month, dateUnits.month.spanName(month))}
            {month.weeks.flatMap(week => [
              hasImages(week) ? draw('week', week) : <span key={week.from} />,
              ...week.days.map((day, index) => {
                if (day && day.count > 0) return draw('day', day);
                return <span key={`${week.from} ${index}`} class={day ? 'calendar-empty' : ''} />;
              }),
            ])}
          </div>
        ))}
      </div>
      <div class="calendar-legend quiet" aria-hidden="true">
        <span class="ellipsis">{hasArea ? l10n.t('Covered and clear') : l10n.t('Clear sky')}</span>
        <span>{percentText(0)}</span>
        <span class="calendar-scale" />
        <span>{percentText(100)}</span>
      </div>
    </div>
  );
}

const weekMs = 7 * dayMs;

/** The buttons in the order of the page. */
function calendarItems(months: readonly CalendarMonth[]): readonly Item[] {
  return months.flatMap(month => [
    { ...month, unit: 'month' as const },
    ...month.weeks
      .filter(hasImages)
      .flatMap(week => [
        { ...week, unit: 'week' as const },
        ...week.days.flatMap(day => (day && day.count > 0 ? { ...day, unit: 'day' as const } : [])),
      ]),
  ]);
}

/** In this month. */
function hasImages({ days }: CalendarWeek): boolean {
  return days.some(day => day !== undefined && day.count > 0);
}

function partName(unit: Unit, part: CalendarPart): string {
  const counted = binText(dateUnits[unit], part);
  if (part.clear === undefined) return counted;
  return l10n.t('{0}, up to {1} clear', counted, percentText(Math.round(part.clear * 100)));
}
