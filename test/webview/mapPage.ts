/** What a user finds and does on the map page, wherever it is shown. */
import type { Frame, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ToHost } from '../../src/protocol/protocol.ts';
import { waitFor } from '../editor/waitFor.ts';
import { patience } from '../editor/workbench.ts';

/** Waits for a condition on the page. */
export async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  await waitFor(what, async () => (await holds()) || undefined, { timeout: patience, interval: 20 });
}

/** The result list of the map page, in English or German. */
function resultList(map: Frame) {
  return map.getByRole('listbox', { name: /images|Bilder/i });
}

/** Rows of the result list of the map page: those in view and a few around them. */
export function resultRows(map: Frame) {
  return resultList(map).getByRole('option');
}

/**
 * The first row that contains all the texts. Which images are the newest depends on the day: this scrolls the list,
 * loading more pages, until such a row appears.
 */
export async function findRow(map: Frame, ...texts: string[]): Promise<Locator> {
  const fitting = texts.reduce((rows, hasText) => rows.filter({ hasText }), resultRows(map)).first();
  await until(`an image that says ${texts.join(' and ')}`, async () => {
    if ((await fitting.count()) > 0) return true;
    await resultList(map).evaluate(list => {
      const scroller = list.parentElement;
      scroller?.scrollBy({ top: scroller.clientHeight / 2, behavior: 'instant' });
    });
    return false;
  });
  return fitting;
}

/** Moves down the result list with the keys until the row contains all the texts. */
export async function walkToRow(map: Frame, ...texts: string[]): Promise<Locator> {
  const list = resultList(map);
  await list.press('Home');
  await until(`an image that says ${texts.join(' and ')}`, async () => {
    const row = map.locator(`#${await list.getAttribute('aria-activedescendant')}`);
    const content = (await row.textContent()) ?? '';
    if (texts.every(text => content.includes(text))) return true;
    await list.press('ArrowDown');
    return false;
  });
  return map.locator(`#${await list.getAttribute('aria-activedescendant')}`);
}

/** Opens the search form on the map page unless it is already open. */
export async function openFilters(map: Frame): Promise<void> {
  const toggle = map.getByRole('button', { name: /^Filters/ });
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
  const more = map.getByRole('button', { name: 'More filters' });
  if ((await more.count()) > 0) await more.click();
}

export async function closeFilters(map: Frame): Promise<void> {
  const toggle = map.getByRole('button', { name: /^Filters/ });
  if ((await toggle.getAttribute('aria-expanded')) === 'true') await toggle.press('Enter');
}

/** The list once the service has sorted all matches for it, if only some of them are loaded. */
export async function listSorted(map: Frame): Promise<void> {
  const status = resultsStatus(map, /^Sorted: only/);
  const waiting = map.locator('.results.stale, .list[aria-busy=true]');
  await until('the sorted list', async () => (await status.count()) + (await waiting.count()) === 0);
}

/** A part of the line that summarizes the list. */
export function resultsStatus(map: Frame, text: string | RegExp): Locator {
  return map.locator('.results-status .quiet', { hasText: text });
}

export async function chooseFromMenu(map: Frame, menu: string, entry: string | RegExp): Promise<void> {
  await map.getByRole('button', { name: menu }).click();
  await map.getByRole('menuitem', { name: entry }).first().click();
}

/** Lets Swath choose images. */
export function chooseImages(map: Frame, entry: string): Promise<void> {
  return chooseFromMenu(map, 'Choose images for me', entry);
}

/** Uses a tool for areas: from the menu on the map, or from the bar while another one is in use. */
export async function useTool(map: Frame, name: string): Promise<void> {
  const inBar = map.locator('.mode-bar').getByRole('button', { name, exact: true });
  if ((await inBar.count()) > 0) {
    await inBar.click();
    return;
  }
  await map.locator('.map').getByRole('button', { name: 'Draw', exact: true }).click();
  await map.getByRole('menuitem', { name }).click();
}

/** Searches for only one processing level; resolves when the list contains nothing else. */
export async function searchLevel(map: Frame, level: 'SENSOR' | 'ALBUM' | 'Any'): Promise<void> {
  await openFilters(map);
  await map.getByLabel('Processing level').selectOption(level === 'Any' ? '' : level);
  await map.getByRole('button', { name: 'Search', exact: true }).click();
  await until(`images of level ${level} alone`, async () => {
    const rows = await resultRows(map).allInnerTexts();
    // A look of a stereo acquisition says that instead.
    return (
      rows.length > 0 && (level === 'Any' || rows.every(row => row.includes(level) || /stereo/.test(row)))
    );
  });
}

/** Chooses how the list looks: an option of the menu, which is then on. */
export async function chooseView(map: Frame, name: string): Promise<void> {
  await map.getByRole('button', { name: 'View', exact: true }).click();
  await map.getByRole('menuitemradio', { name, exact: true }).press('Enter');
}

/** Shows or hides the histogram above the list. */
export async function showAvailability(map: Frame, isShown = true): Promise<void> {
  const button = map.getByRole('button', { name: 'View', exact: true });
  await button.click();
  const option = map.getByRole('menuitemcheckbox', { name: 'Availability over time' });
  if ((await option.getAttribute('aria-checked')) !== String(isShown)) await option.click();
  await option.press('Escape');
}

/** @param name of the column, or the direction */
export async function sortBy(map: Frame, name: string): Promise<void> {
  await map.getByRole('button', { name: /^Sort/ }).click();
  await map.getByRole('menuitemradio', { name, exact: true }).press('Enter');
}

/** What is checked in the menu that sorts the list. */
export async function sortedBy(map: Frame): Promise<string[]> {
  const button = map.getByRole('button', { name: /^Sort/ });
  await button.click();
  const checked = map.locator('.menu-item[aria-checked=true]');
  const labels = await checked.allInnerTexts();
  await checked.first().press('Escape');
  return labels;
}

/** The chips of what the list hides by itself. */
export function listChips(map: Frame): Locator {
  return map.locator(
    ['time', 'only', 'minCoverage', 'maxIncidenceAngle']
      .map(key => `.filter-chip[data-filter=${key}]`)
      .join(),
  );
}

/** Opens a collapsible part above the list. */
export async function unfold(map: Frame, part: string): Promise<void> {
  const toggle = map.getByRole('button', { name: part });
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
}

/** How many images the list contains, most of which have no row on screen. */
export async function listedCount(map: Frame): Promise<number> {
  const [size] = await resultRows(map).evaluateAll(rows => rows.map(row => row.getAttribute('aria-setsize')));
  return Number(size ?? 0);
}

/** Waits until this was announced to a screen reader. */
export async function announced(map: Frame, words: string | RegExp): Promise<void> {
  await map.locator('[role=status]', { hasText: words }).first().waitFor({ state: 'attached' });
}

/** Where the focus of the map page is. */
export interface Focus {
  /** As a screen reader announces it, or its content. */
  name: string;
  /** The name of the part of the page. */
  region: string | undefined;
  /** Whether the focus indicator is visible. */
  isSeen: boolean;
}

/** Where the focus of the map page is; `undefined` if it is elsewhere in the window, or on nothing in the page. */
export function focusIn(map: Frame): Promise<Focus | undefined> {
  return map.evaluate(() => {
    const { activeElement: active } = document;
    if (!document.hasFocus() || !active || active === document.body) return undefined;
    // A toolkit control shows it on its own box, and some of ours on a part of theirs.
    const boxes = [...(active.shadowRoot?.querySelectorAll('.control') ?? [])];
    const parts = [...active.querySelectorAll('.swipe-grip')];
    const outlines = [active, ...boxes, ...parts].flatMap(element => [
      getComputedStyle(element),
      getComputedStyle(element, '::after'),
    ]);
    const isOutlined = outlines.some(({ outlineStyle, outlineWidth }) => {
      return !['none', 'hidden'].includes(outlineStyle) && outlineWidth !== '0px';
    });
    // Each use makes the browser compute the styles of the page again, and Tab asks at every stop.
    const colorOfFocus = () => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'var(--vscode-focusBorder)';
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    };
    const isBordered = () => {
      const color = colorOfFocus();
      return boxes.some(box => getComputedStyle(box).borderColor === color);
    };
    const labelled = document.getElementById(active.getAttribute('aria-labelledby') ?? '');
    const isField = active instanceof HTMLInputElement || active instanceof HTMLSelectElement;
    const label = isField ? active.labels?.[0] : labelled;
    const named = active.getAttribute('aria-label') ?? label?.textContent;
    return {
      name: (named ?? active.textContent).trim(),
      region: active.closest('.filters, .map, .results')?.getAttribute('aria-label') ?? undefined,
      isSeen: isOutlined || (boxes.length > 0 && isBordered()),
    };
  });
}

/** Where Tab moves on the map page, from the current focus to the end of the page. */
export async function* stopsOf(
  page: Page,
  map: Frame,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
  goTo: (map: Frame) => Promise<void> = goToMap,
): AsyncGenerator<Focus> {
  await goTo(map);
  for (let at = await focusIn(map); at; at = await focusIn(map)) {
    expect(at, 'the focus is seen').toMatchObject({ isSeen: true });
    yield at;
    await page.keyboard.press(key);
  }
}

/**
 * Tabs through the map page until the focus is on the element with the name, and visible at every stop.
 *
 * @param goTo moves the focus into the page if it is elsewhere
 */
export async function tabTo(
  page: Page,
  map: Frame,
  name: string | RegExp,
  goTo: (map: Frame) => Promise<void> = goToMap,
): Promise<void> {
  const passed: string[] = [];
  // From the current focus to the end of the page, then backward to its start.
  for (const key of ['Tab', 'Shift+Tab'] as const) {
    for await (const at of stopsOf(page, map, key, goTo)) {
      if (isNamed(at, name)) return;
      passed.push(at.name);
    }
  }
  throw new Error(`Tab does not come to ${name}, but to ${passed.join(', ')}.`);
}

function isNamed(at: Focus | undefined, name: string | RegExp): boolean {
  return at !== undefined && (typeof name === 'string' ? at.name === name : name.test(at.name));
}

/** Waits until the focus of the map page is on the element with the name. */
export async function focusComes(map: Frame, name: string | RegExp): Promise<void> {
  let at: Focus | undefined;
  await until(`the focus to come to ${name}`, async () => {
    at = await focusIn(map);
    return isNamed(at, name);
  }).catch((error: unknown) => {
    throw new Error(`${String(error)} It is on ${at ? `"${at.name}"` : 'nothing of the page'}.`);
  });
}

/** Moves the focus into the map page if it is elsewhere: to its last position there. */
export async function goToMap(map: Frame): Promise<void> {
  if ((await focusIn(map)) !== undefined) return;
  await map.evaluate(() => {
    window.focus();
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('[tabindex="0"], button')?.focus();
  });
}

/** Where an element is once it no longer moves, in pixels of the page. */
export async function restingBox(
  element: Locator,
): Promise<NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>> {
  let before = await element.boundingBox();
  await until('the element to rest', async () => {
    const now = await element.boundingBox();
    const isSame = now !== null && JSON.stringify(now) === JSON.stringify(before);
    before = now;
    return isSame;
  });
  if (!before) throw new Error('The element is not on screen.');
  return before;
}

type Linked = Extract<ToHost, { kind: 'link' }>['messages'][number];
type Question = Extract<Linked, { kind: 'ask' }>['question'];

/** What the page has asked the host, of one kind: a list for each time, the oldest first. */
export function questionsOf<Kind extends Question['kind']>(
  messages: readonly string[],
  kind: Kind,
): (Question & { kind: Kind })[][] {
  return messages.flatMap(text => {
    const message = JSON.parse(text) as ToHost;
    if (message.kind !== 'link') return [];
    const questions = message.messages.flatMap(entry =>
      entry.kind === 'ask' && entry.question.kind === kind
        ? [entry.question as Question & { kind: Kind }]
        : [],
    );
    return questions.length > 0 ? [questions] : [];
  });
}
