import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from './product.ts';

/** Where the focus of the map page is. */
export interface Focus {
  /** As a screen reader says it, or what stands in it. */
  name: string;
  /** The part of the page, by its name. */
  region: string | undefined;
  /** Whether a person sees that the focus is there. */
  isSeen: boolean;
}

/** Where the focus of the map page is; `undefined` where it is elsewhere in the window, or on nothing of the page. */
export function focusIn(map: Frame): Promise<Focus | undefined> {
  return map.evaluate(() => {
    const { activeElement: active } = document;
    if (!document.hasFocus() || !active || active === document.body) return undefined;
    // A control of the toolkit shows it on its own box, some of ours on a part of theirs.
    const boxes = [...(active.shadowRoot?.querySelectorAll('.control') ?? [])];
    const parts = [...active.querySelectorAll('.swipe-grip')];
    const outlines = [active, ...boxes, ...parts].flatMap(one => [
      getComputedStyle(one),
      getComputedStyle(one, '::after'),
    ]);
    const isOutlined = outlines.some(({ outlineStyle, outlineWidth }) => {
      return !['none', 'hidden'].includes(outlineStyle) && outlineWidth !== '0px';
    });
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--vscode-focusBorder)';
    const colour = getComputedStyle(probe).color;
    probe.remove();
    const isBordered = boxes.some(box => getComputedStyle(box).borderColor === colour);
    const labelled = document.getElementById(active.getAttribute('aria-labelledby') ?? '');
    const label = active instanceof HTMLInputElement ? active.labels?.[0] : labelled;
    const named = active.getAttribute('aria-label') ?? label?.textContent;
    return {
      name: (named ?? active.textContent).trim(),
      region: active.closest('.filters, .map, .results')?.getAttribute('aria-label') ?? undefined,
      isSeen: isOutlined || isBordered,
    };
  });
}

/** Where Tab comes to on the map page, from where the focus is to the end of the page. */
export async function* stopsOf(
  page: Page,
  map: Frame,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): AsyncGenerator<Focus> {
  await goToMap(page, map);
  for (let at = await focusIn(map); at; at = await focusIn(map)) {
    expect(at, 'the focus is seen').toMatchObject({ isSeen: true });
    yield at;
    await page.keyboard.press(key);
  }
}

/** Goes through the map page with Tab until the focus is on what has the name, and is seen wherever it comes. */
export async function tabTo(page: Page, map: Frame, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  // From where it is to the end of the page, and then the other way to its begin.
  for (const key of ['Tab', 'Shift+Tab'] as const) {
    for await (const at of stopsOf(page, map, key)) {
      if (isNamed(at, name)) return;
      passed.push(at.name);
    }
  }
  throw new Error(`Tab does not come to ${name}, but to ${passed.join(', ')}.`);
}

function isNamed(at: Focus | undefined, name: string | RegExp): boolean {
  return at !== undefined && (typeof name === 'string' ? at.name === name : name.test(at.name));
}

/** Waits until the focus of the map page is on what has the name. */
export async function focusComes(map: Frame, name: string | RegExp): Promise<void> {
  let at: Focus | undefined;
  await until(`the focus to come to ${name}`, async () => {
    at = await focusIn(map);
    return isNamed(at, name);
  }).catch((error: unknown) => {
    throw new Error(`${String(error)} It is on ${at ? `"${at.name}"` : 'nothing of the page'}.`);
  });
}

/** Goes to the map, which stands in the second group of editors, where the focus is not there already. */
export async function goToMap({ keyboard }: Page, map: Frame): Promise<void> {
  let waited = 0;
  await until('the focus in the map page', async () => {
    if ((await focusIn(map)) !== undefined) return true;
    // The editor drops a key that comes while the focus is on its way out of the page.
    if (waited % 20 === 0) await keyboard.press('ControlOrMeta+2');
    waited += 1;
    return false;
  });
}

interface Counting {
  pressesSeen?: number;
}

/** Counts what a person presses with a pointer from now on, in this document. */
export async function countPresses(document: Page | Frame): Promise<void> {
  await document.evaluate(() => {
    const counting = globalThis as Counting;
    counting.pressesSeen ??= 0;
    for (const kind of ['pointerdown', 'mousedown', 'touchstart', 'wheel'])
      window.addEventListener(
        kind,
        event => {
          if (event.isTrusted) counting.pressesSeen = (counting.pressesSeen ?? 0) + 1;
        },
        { capture: true, passive: true },
      );
  });
}

/** How often a pointer was pressed since; `undefined` where nobody counts. */
export function pressesIn(document: Page | Frame): Promise<number | undefined> {
  return document.evaluate(() => (globalThis as Counting).pressesSeen);
}
