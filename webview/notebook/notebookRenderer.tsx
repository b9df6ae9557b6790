import { render } from 'preact';
import { type DisplayLanguage, setLocale } from '../../src/base/words/displayLanguage.ts';
import { baseMapOnPage, fetchedOutlines } from '../ground/baseMap.ts';
import { watchMapColors } from '../ground/mapColors.ts';
import { sanitizeTexts } from '../ui/sanitizeTexts.ts';
import themeCss from '../ui/theme.css';
import { isMotionReduced, showFeatureMap } from './featureMap.tsx';
import notebookCss from './notebook.css';
import { outputFeatures } from './outputFeatures.ts';

/**
 * Shows outputs with GeoJSON. Runs in the page of the notebook, beside other renderers, without the extension's host.
 *
 * @param locale the manifest names a module for each language, which passes it
 */
export function activate(_context: unknown, locale?: DisplayLanguage) {
  if (locale) setLocale(locale);
  sanitizeTexts();
  // Variables for the whole notebook; all rules stay in the trees of the outputs.
  document.adoptedStyleSheets.push(styleSheet(themeCss));
  const style = styleSheet(notebookCss);
  const sharedColors = watchMapColors();
  // Without the outline of the land, the features are still on the map.
  const landUrl = new URL('land.json', import.meta.url).href;
  const coastUrl = new URL('coast.bin', import.meta.url).href;
  const addBaseMap = baseMapOnPage(fetchedOutlines({ landUrl, coastUrl }), sharedColors, () => undefined);
  const base = { addBaseMap, colors: sharedColors, animate: !isMotionReduced() };
  /** Outputs on screen, and what removes each. */
  const rendered = new Map<string, () => void>();

  function remove(id: string): void {
    rendered.get(id)?.();
    rendered.delete(id);
  }

  return {
    /** @param item its next version has the same id */
    renderOutputItem(item: { id: string; text(): string }, element: HTMLElement): void {
      remove(item.id);
      const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
      root.adoptedStyleSheets = [style];
      const box = document.createElement('div');
      root.replaceChildren(box);
      const output = outputFeatures(item.text());
      if (typeof output === 'string') render(<div class="quiet">{output}</div>, box);
      else {
        const container = box.appendChild(document.createElement('section'));
        rendered.set(item.id, showFeatureMap(container, output, base).remove);
      }
    },
    /** @param id `undefined` for all outputs */
    disposeOutputItem(id?: string): void {
      for (const outputId of id === undefined ? [...rendered.keys()] : [id]) remove(outputId);
    },
  };
}

function styleSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}
