import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { CoverChoice, CoverWish } from '../../model/images/bestCover.ts';
import { shareText } from '../../model/words/shareText.ts';
import { runCommand } from '../../editor/commands.ts';
import { UserError } from '../../editor/userError.ts';
import type { Catalog } from '../catalog.ts';
import type { AoiSource } from '../catalogState.ts';
import type { SessionOwner } from '../../account/session.ts';
import { choosable, withFigures } from './choosable.ts';
import { choosePair } from './choosePair.ts';
import { numberText } from '../../model/words/displayLanguage.ts';
import { showQuickPick } from '../../editor/window.ts';

type Wish = CoverWish | 'pair';

/**
 * Has Swath choose among the images that are looked at, by a wish that is given or asked for.
 *
 * @param given `{ wish }`, one of `fewest`, `newest`, `clearest` and `pair`
 */
export async function chooseImages(session: SessionOwner, catalog: Catalog, given?: unknown): Promise<void> {
  const told = (given as { wish?: unknown } | null | undefined)?.wish;
  const wish = isWish(told) ? told : await askWish();
  if (!wish) return;
  const { suggestion: before } = catalog.current.peek();
  if (wish === 'pair') await choosePair(session, catalog);
  else await chooseCover(catalog, wish);
  // From the map page the choice is in sight already.
  if (!isWish(told) && catalog.current.peek().suggestion !== before) await runCommand('swath.openMap');
}

/** Chooses images that cover the AOI together; the choice says why it is this one. */
export async function chooseCover(catalog: Catalog, wish: CoverWish): Promise<void> {
  const { aoi, images } = choosable(catalog);
  const { searchId } = catalog.current.peek();
  const choice = await withFigures(l10n.t('Selecting images'), figures =>
    figures.bestCover(aoi.polygon, images, wish),
  );
  if (catalog.current.peek().searchId !== searchId) return;
  if (choice.ids.length === 0) {
    throw new UserError(
      l10n.t(
        'None of the images ({0}) shows {1}. Change the filters and search again.',
        numberText(images.length),
        aoi.name,
      ),
    );
  }
  catalog.select(choice.ids, { title: titleOf(wish, choice, aoi), reasons: choice.reasons });
}

function isWish(value: unknown): value is Wish {
  return value === 'fewest' || value === 'newest' || value === 'clearest' || value === 'pair';
}

async function askWish(): Promise<Wish | undefined> {
  const items: (vscode.QuickPickItem & { wish: Wish })[] = [
    {
      wish: 'fewest',
      label: l10n.t('Fewest'),
      description: l10n.t('as few images as possible that cover the area'),
    },
    {
      wish: 'newest',
      label: l10n.t('Newest'),
      description: l10n.t('the newest images that cover the area'),
    },
    {
      wish: 'clearest',
      label: l10n.t('Clearest'),
      description: l10n.t('the images with the least cloud that cover the area'),
    },
    {
      wish: 'pair',
      label: l10n.t('Best Pair'),
      description: l10n.t('two images for a change analytic'),
    },
  ];
  return (
    await showQuickPick(items, {
      title: l10n.t('Which images do you want to select?'),
      ignoreFocusOut: true,
    })
  )?.wish;
}

function titleOf(wish: CoverWish, { ids, share }: CoverChoice, { name }: AoiSource): string {
  const covered = shareText(share);
  const count = ids.length;
  switch (wish) {
    case 'fewest':
      return l10n.t('Fewest images: {0} for {1} of {2}', count, covered, name);
    case 'newest':
      return l10n.t('Newest images: {0} for {1} of {2}', count, covered, name);
    case 'clearest':
      return l10n.t('Clearest images: {0} for {1} of {2}', count, covered, name);
  }
}
