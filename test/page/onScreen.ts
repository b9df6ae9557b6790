import type { Page } from 'playwright-core';

/**
 * Everything in a window that does something or reverses text because an untrusted text says so: links and icons that
 * VS Code or the page created, elements, characters. Excludes text in editors, where VS Code marks control characters.
 */
export async function actingTexts(page: Page): Promise<string[]> {
  const found = await Promise.all(
    page.frames().map(frame =>
      frame.evaluate(lookForActing).catch((error: unknown) => {
        // A frame may disappear while it is being inspected.
        if (frame.isDetached()) return [];
        throw error;
      }),
    ),
  );
  return found.flat();
}

/** Runs in each document of the window. */
function lookForActing(): string[] {
  const found: string[] = [];
  const tell = (what: string, element: Element) =>
    found.push(`${what} in ${element.parentElement?.className ?? ''}: ${element.outerHTML.slice(0, 300)}`);
  for (const link of document.querySelectorAll<HTMLElement>('a, area, form')) {
    const leadsTo = [link.getAttribute('href'), link.dataset.href, link.getAttribute('action')].join(' ');
    if (/openSettings|evil\.test|javascript:|revoke/.test(leadsTo) || link.textContent.trim() === 'Repair')
      tell('link', link);
  }
  for (const icon of document.querySelectorAll('.codicon-flame')) tell('icon', icon);
  for (const image of document.querySelectorAll('img[src="x"], [onerror]')) tell('element', image);
  if (document.title === '1') found.push('a script ran');

  // The document's own lines, also as the editor reads them to screen readers; what it announces else is on screen as well.
  const lines = '.view-lines, .native-edit-context, textarea, .monaco-aria-container, .descriptioncontainer';
  const excluded = `${lines}, .breadcrumbs-control, script, style`;
  const acting = /[\u202a-\u202e\u2066\u2067]|\]\((?:command|https?):|\$\(flame\)/;
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, nodeValue } = walker.currentNode;
    if (parentElement && !parentElement.closest(excluded) && acting.test(nodeValue ?? ''))
      tell('text', parentElement);
  }
  for (const element of document.querySelectorAll('[title], [aria-label]'))
    for (const name of ['title', 'aria-label'])
      if (!element.closest(excluded) && acting.test(element.getAttribute(name) ?? '')) tell(name, element);
  return found;
}
