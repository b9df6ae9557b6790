/** Markup for a page that the host writes. */
import { safeTooltip } from './safeText.ts';

/** Text that goes into a page as it is: from {@link html}, or made of numbers. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlPart = Html | string | number | undefined | readonly HtmlPart[];

/** A template whose values are text, sanitized for display and escaped, unless they are markup of this tag. */
export function html(markup: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(markup.reduce((text, next, index) => text + htmlText(parts[index - 1]) + next));
}

function htmlText(part: HtmlPart): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(htmlText).join('');
  return safeTooltip(String(part)).replaceAll(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);
}
