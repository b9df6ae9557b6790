import type { AreaEdits, AreaChange } from './areaChange.ts';
/** Changes of areas as edits of the text that they are written in. */
import * as l10n from '@vscode/l10n';
import { addArea, newCollection } from './areaAddition.ts';
import { removeArea } from './areaRemoval.ts';
import { reshapeArea } from './areaReshape.ts';
import { withTrueBoxes } from './bboxEdits.ts';
import { readJson, type JsonText } from '../geojson/geojsonSource.ts';

/**
 * The smallest edits that make a change in a document; all other text stays as it is. A reshape keeps where a ring begins
 * and which way it runs. Each bbox that was right before is right after.
 */
export function changeArea(text: string, change: AreaChange): AreaEdits {
  if (text.trim() === '' && change.kind === 'add') return newCollection(text, change.rings);
  const json = readJson(text);
  if (!json || json.isBroken) {
    const reason = l10n.t('The document is no complete JSON: mend the JSON first, then change its areas.');
    return { kind: 'refused', reason };
  }
  const changed = changeIn(text, json, change);
  return changed.kind === 'edits' ? { ...changed, edits: withTrueBoxes(text, changed.edits) } : changed;
}

function changeIn(text: string, json: JsonText, change: AreaChange): AreaEdits {
  switch (change.kind) {
    case 'reshape':
      return reshapeArea(text, json, change.path, change.rings);
    case 'remove':
      return removeArea(text, json, change.path);
    case 'add':
      return addArea(text, json, change.rings);
  }
}
