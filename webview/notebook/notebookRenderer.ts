import { setLocale, type DisplayLanguage } from '../../src/model/words/displayLanguage.ts';
import { readBaseMap } from '../map/base/baseMap.ts';
import { watchMapColors } from '../map/base/mapColors.ts';
import { showOnlyFitTexts } from '../ui/shownVnodes.ts';
import colorsCss from './colors.css';
import notebookCss from './notebook.css';
import { outputFeatures } from './outputFeatures.ts';
import { showOutputMap, showProblem } from './outputMap.tsx';

/** The part of the editor's renderer API that is used here. */
interface OutputItem {
  /** The same for the next version of an output. */
  id: string;
  text(): string;
}

/**
 * Shows outputs with GeoJSON. Runs in the page of the notebook, beside other renderers, without the extension's host.
 *
 * @param locale the manifest names a module for each language, which passes it
 */
export function activate(_context: unknown, locale?: DisplayLanguage) {
  if (locale) setLocale(locale);
  showOnlyFitTexts();
  document.adoptedStyleSheets.push(sheetOf(colorsCss));
  const style = sheetOf(notebookCss);
  const colors = watchMapColors();
  const motion = window.matchMedia('(prefers-reduced-motion: reduce)');
  const isReducedMotion = () => motion.matches || document.body.classList.contains('vscode-reduce-motion');
  const landUrl = new URL('./land.json', import.meta.url).href;
  // Without the outline of the land, the features are still on the map.
  const addBaseMap = readBaseMap({ landUrl }, colors, () => undefined);
  /** Outputs on screen, and what removes each. */
  const shown = new Map<string, () => void>();

  function remove(id: string): void {
    shown.get(id)?.();
    shown.delete(id);
  }

  return {
    renderOutputItem(item: OutputItem, element: HTMLElement): void {
      remove(item.id);
      const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
      root.adoptedStyleSheets = [style];
      const box = document.createElement('div');
      root.replaceChildren(box);
      const output = outputFeatures(item.text());
      if (typeof output === 'string') showProblem(box, output);
      else shown.set(item.id, showOutputMap(box, output, { colors, addBaseMap, isReducedMotion }));
    },
    /** @param id `undefined` for all outputs */
    disposeOutputItem(id?: string): void {
      for (const one of id === undefined ? [...shown.keys()] : [id]) remove(one);
    },
  };
}

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}
