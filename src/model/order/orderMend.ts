import * as l10n from '@vscode/l10n';
import { isPolygon } from '../aoi/aoiShape.ts';
import { footprintMeets } from '../geometry/footprint.ts';
import type { JsonPath } from '../problem.ts';
import type { OrderContext } from './checkOrder.ts';
import type { Members } from './orderContents.ts';
import { proposedValues } from './proposedValues.ts';

/** A change of a body that mends a problem of it. */
export type OrderMend = { title: string } &
  /** In place of what stands there; a member that is missing is added. */
  (
    | { kind: 'set'; path: JsonPath; value: unknown }
    | { kind: 'remove'; path: JsonPath }
    /** Of a member; its value stays. */
    | { kind: 'rename'; path: JsonPath; name: string }
  );

/** What suits a place, as mends. */
export function proposals(path: JsonPath, body: Members, context: OrderContext): OrderMend[] {
  return proposedValues(path, body, context)
    .filter(({ whyNot }) => whyNot === undefined)
    .map(({ value, label, detail }) => {
      const name = String(path.at(-1));
      if (label !== undefined) return setTo(path, value, titleFor(name, label));
      return setTo(path, value, l10n.t('Set "{0}" to {1} ({2})', name, JSON.stringify(value), detail));
    });
}

function titleFor(name: string, label: string): string {
  return /^\d+$/.test(name) ? l10n.t('Use {0}', label) : l10n.t('Set "{0}": {1}', name, label);
}

export function setTo(path: JsonPath, value: unknown, title?: string): OrderMend {
  const shown = title ?? l10n.t('Set "{0}" to {1}', String(path.at(-1)), JSON.stringify(value));
  return { kind: 'set', path, value, title: shown };
}

export function removal(path: JsonPath): OrderMend {
  return { kind: 'remove', path, title: l10n.t('Remove "{0}"', String(path.at(-1))) };
}

/** The AOI in hand, where the image shows some of it. */
export function areaMends(path: JsonPath, id: unknown, body: Members, context: OrderContext): OrderMend[] {
  const image = typeof id === 'string' ? context.imageOf?.(id) : undefined;
  if (!image) return [];
  return proposals(path, body, context).filter(
    mend => mend.kind === 'set' && isPolygon(mend.value) && footprintMeets(image.footprint, mend.value),
  );
}
