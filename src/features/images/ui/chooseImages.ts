import { setImmediate as nextTurn } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { shareText } from '../../../base/words/areaText.ts';
import { numberText } from '../../../base/words/displayLanguage.ts';
import { dayMs, dayText, isoDay, parseMoment } from '../../../base/words/moment.ts';
import { type Analytic, imagesNeeded } from '../../../service/rules/analyticOrder.ts';
import { back, pickStep, readStep } from '../../../platform/dialogs/steps.ts';
import { inStatusBar, showQuickPick } from '../../../platform/dialogs/window.ts';
import { runCommand } from '../../../platform/host/commands.ts';
import { UserError } from '../../../platform/host/userError.ts';
import { lackTexts, listedExtent } from '../../../platform/rows/row.ts';
import type { SessionOwner } from '../../../session/session.ts';
import { signedInFirst } from '../../../session/ui/signedInFirst.ts';
import type { AoiSource, Catalog, CatalogState, Suggestion } from '../imageCatalog.ts';
import { listedImages, readListFilters } from '../listedImages.ts';
import type { CoverWish } from '../rules/bestCover.ts';
import type { PairAnswer, PairChoice, PairImage } from '../rules/bestPair.ts';
import type { Figures } from '../rules/figures.ts';
import { loadFigures } from '../rules/lazy.ts';
import { filterTexts } from '../rules/listFilters.ts';
import { usualDaysApart } from '../rules/pairDays.ts';
import { searchToEnd } from './exportImages.ts';

type Wish = CoverWish | 'pair';

/**
 * Lets Swath choose from the images that the list shows, by a given goal or one that the user picks.
 *
 * @param argument `{ wish }`: one of `fewest`, `newest`, `clearest` and `pair`
 */
export async function chooseImages(
  session: SessionOwner,
  catalog: Catalog,
  argument?: unknown,
): Promise<void> {
  const { wish: requested } = (argument ?? {}) as { wish?: unknown };
  const wish = isWish(requested) ? requested : await askWish();
  if (!wish) return;
  const { suggestion: before } = catalog.current.peek();
  if (wish === 'pair') await choosePair(session, catalog);
  else await chooseCover(catalog, wish);
  // On the map page, the selection is already visible.
  if (!isWish(requested) && catalog.current.peek().suggestion !== before) await runCommand('swath.openMap');
}

async function chooseCover(catalog: Catalog, wish: CoverWish): Promise<void> {
  const { aoi, images, ofHowMany } = await choosable(catalog);
  const { searchId } = catalog.current.peek();
  const choice = await withFigures(figures => figures.bestCover(aoi.polygon, images, wish));
  if (catalog.current.peek().searchId !== searchId) return;
  if (choice.ids.length === 0)
    throw new UserError(l10n.t('No image shows {0}. Change the filters and search again.', aoi.name));
  const count = numberText(choice.ids.length);
  const title = l10n.t('{0}: {1} for {2} of {3}', wishText(wish), count, shareText(choice.share), aoi.name);
  const among = ofHowMany === undefined ? [] : [ofHowMany];
  suggest(catalog, choice.ids, {
    title: [title, ...spanTexts(images.filter(({ id }) => choice.ids.includes(id))), ...among].join(' · '),
    reasons: [...among, ...choice.reasons],
  });
}

/** Images that are joined without a word look alike: the months of those that are more than one apart. */
function spanTexts(images: readonly PairImage[]): string[] {
  const times = images.flatMap(({ acquisitionDate }) => parseMoment(acquisitionDate)?.time ?? []);
  const first = Math.min(...times);
  const last = Math.max(...times);
  const month = (time: number) => isoDay(time).slice(0, 7);
  return last - first > 31 * dayMs ? [l10n.t('{0} to {1}', month(first), month(last))] : [];
}

/** What the user had selected can be selected again. */
function suggest(catalog: Catalog, ids: readonly string[], suggestion: Omit<Suggestion, 'replaced'>): void {
  catalog.select(ids, { ...suggestion, replaced: replacedBy(ids, catalog.current.peek()) });
}

/** What a suggestion replaces; after several of them, still what the user selected. */
function replacedBy(
  selected: readonly string[],
  { selected: before, suggestion }: Pick<CatalogState, 'selected' | 'suggestion'>,
): readonly string[] | undefined {
  const own = suggestion ? suggestion.replaced : before;
  const isSame = own?.length === selected.length && own.every(id => selected.includes(id));
  return own === undefined || own.length === 0 || isSame ? undefined : own;
}

function isWish(value: unknown): value is Wish {
  return value === 'fewest' || value === 'newest' || value === 'clearest' || value === 'pair';
}

async function askWish(): Promise<Wish | undefined> {
  const heading = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const covers = (['fewest', 'newest', 'clearest'] as const).map(wish => ({ wish, label: wishText(wish) }));
  const items: (vscode.QuickPickItem & { wish?: Wish })[] = [
    heading(l10n.t('That cover the area together')),
    ...covers,
    heading(l10n.t('To detect changes')),
    { wish: 'pair', label: l10n.t('Best pair') },
  ];
  return (
    await showQuickPick(items, {
      title: l10n.t('Which images do you want to select?'),
      ignoreFocusOut: true,
    })
  )?.wish;
}

function wishText(wish: CoverWish): string {
  switch (wish) {
    case 'fewest':
      return l10n.t('Fewest images');
    case 'newest':
      return l10n.t('Newest images');
    case 'clearest':
      return l10n.t('Clearest images');
  }
}

const maxPairs = 10;

/**
 * Lists the pairs of images that best suit a change analytic, each with its reasons, and selects the pair that the user
 * picks. If there is none, throws {@link UserError} with the reasons.
 */
async function choosePair(session: SessionOwner, catalog: Catalog): Promise<void> {
  const among = await choosable(catalog);
  const { images, ofHowMany } = among;
  const { searchId } = catalog.current.peek();
  const signedIn = await signedInFirst(session);
  if (!signedIn) return;
  const analytics = await inStatusBar(l10n.t('Loading analytics…'), async () =>
    (await signedIn.client()).analytics(),
  );
  const comparing = analytics.filter(({ type }) => imagesNeeded(type) === 2);
  const lacks = lackTexts(listedExtent(analytics)).map(({ label }) => label);
  if (comparing.length === 0) {
    throw new UserError(
      lacks.length === 0
        ? l10n.t('The service offers no such analytic for your account.')
        : l10n.t("The list of analytics couldn't be read completely. Try again, or see the log."),
    );
  }
  const found = await askFor({ analytics: comparing, lacks }, among);
  // The images may have changed.
  if (!found || catalog.current.peek().searchId !== searchId) return;
  const { analytic, pair } = found;
  suggest(catalog, pair.ids, {
    title: l10n.t(
      '{0}: {1}, both cover {2}',
      analytic.name,
      pairDates(pair, images),
      shareText(pair.overlap),
    ),
    reasons: [...(ofHowMany === undefined ? [] : [ofHowMany]), ...pair.reasons],
  });
}

interface Choosable {
  aoi: AoiSource;
  images: readonly PairImage[];
  /** For display, if there are others. */
  ofHowMany: string | undefined;
}

interface Offered {
  /** Those that compare two images. */
  analytics: readonly Analytic[];
  /** What the list lacks. */
  lacks: readonly string[];
}

interface PairWish {
  analytic: Analytic;
  /** Minimum number of days between the two images. */
  days: number;
}

/**
 * Proposes the best pairs at once, in one list that also changes what they are for. `undefined` if the user cancels.
 * Throws {@link UserError} if there is no pair and nothing to change.
 */
async function askFor(
  offered: Offered,
  choosable: Choosable,
): Promise<{ analytic: Analytic; pair: PairChoice } | undefined> {
  const { analytics } = offered;
  let proposal = await firstProposal(analytics, choosable);
  while (proposal) {
    const { wish, found } = proposal;
    const canChange = analytics.length > 1 || found.pairs.length > 0 || found.isTooClose;
    if (!canChange) throw new UserError(noPairText(found, choosable));
    const answer = await pickPair(proposal, analytics, choosable);
    if (answer === undefined) return undefined;
    if (typeof answer === 'object') return { analytic: wish.analytic, pair: answer };
    const changed = await changeWish(answer, wish, offered);
    if (!changed) return undefined;
    if (changed !== wish) proposal = await propose(changed, choosable);
  }
  return undefined;
}

interface Proposal {
  wish: PairWish;
  found: PairAnswer;
}

/** For the first analytic that has a pair, otherwise for the first one. */
async function firstProposal(
  analytics: readonly Analytic[],
  choosable: Choosable,
): Promise<Proposal | undefined> {
  let first: Proposal | undefined;
  for (const analytic of analytics) {
    const proposal = await propose({ analytic, days: usualDaysApart }, choosable);
    if (proposal.found.pairs.length > 0) return proposal;
    first ??= proposal;
  }
  return first;
}

async function propose(wish: PairWish, { aoi, images }: Choosable): Promise<Proposal> {
  const options = { maxPairs, minDays: wish.days };
  const found = await withFigures(figures => figures.bestPairs(aoi.polygon, images, wish.analytic, options));
  return { wish, found };
}

type Change = 'analytic' | 'days';

/** The same wish if the user goes back; `undefined` if the user cancels. */
async function changeWish(change: Change, wish: PairWish, offered: Offered): Promise<PairWish | undefined> {
  if (change === 'days') {
    const days = await askDays(wish.days);
    return days === back ? wish : days === undefined ? undefined : { ...wish, days };
  }
  const analytic = await pickAnalytic(offered, wish.analytic);
  return analytic === back ? wish : analytic && { ...wish, analytic };
}

async function pickAnalytic(
  { analytics, lacks }: Offered,
  now: Analytic,
): Promise<Analytic | typeof back | undefined> {
  const items = analytics.map(analytic => ({
    label: analytic.name,
    description: analytic.sensor.length === 0 ? analytic.code : analytic.sensor.join(', '),
    detail: analytic.description,
    iconPath: new vscode.ThemeIcon('graph'),
    analytic,
  }));
  const answer = await pickStep({
    title: l10n.t('Which analytic is the pair for?'),
    placeholder: lacks.join(' · '),
    items,
    active: items.find(({ analytic }) => analytic === now),
    hasBack: true,
  });
  return answer === undefined || answer === back ? answer : answer[0]?.analytic;
}

function askDays(now: number): Promise<number | typeof back | undefined> {
  return readStep({
    title: l10n.t('Minimum days apart?'),
    prompt: l10n.t('Between the two images, such as 30.'),
    value: String(now),
    read: text =>
      /^\d{1,4}$/.test(text)
        ? { value: Number(text) }
        : { problem: l10n.t('Enter a whole number from {0} to {1}.', 0, 9999) },
  });
}

function noPairText({ obstacles }: PairAnswer, { aoi }: Choosable): string {
  return l10n.t('No pair of images for {0}. {1}', aoi.name, obstacles.join(' '));
}

/** A pair, or what the user wants to change. */
async function pickPair(
  { wish: { analytic, days }, found }: Proposal,
  analytics: readonly Analytic[],
  choosable: Choosable,
): Promise<PairChoice | Change | undefined> {
  const { pairs } = found;
  const items: (vscode.QuickPickItem & { answer?: PairChoice | Change })[] = pairs.map(pair => ({
    label: pairDates(pair, choosable.images),
    description: [pair.constellation, ...pair.traits].join(' · '),
    detail: pair.reasons.filter(reason => !pair.traits.includes(reason)).join(' · '),
    answer: pair,
  }));
  items.push({ label: l10n.t('Change'), kind: vscode.QuickPickItemKind.Separator });
  if (analytics.length > 1)
    items.push({
      label: l10n.t('Analytic…'),
      description: analytic.name,
      iconPath: new vscode.ThemeIcon('graph'),
      answer: 'analytic',
    });
  items.push({
    label: l10n.t('Days Apart…'),
    description: l10n.t('at least {0}', days),
    iconPath: new vscode.ThemeIcon('calendar'),
    answer: 'days',
  });
  const answer = await pickStep({
    title: l10n.t('Best pair for {0}, at least {1} days apart', analytic.name, days),
    placeholder: pairs.length === 0 ? noPairText(found, choosable) : (choosable.ofHowMany ?? ''),
    items,
    hasBack: false,
  });
  return answer === undefined || answer === back ? undefined : answer[0]?.answer;
}

/** `2025-03-01 → 2026-03-04` */
function pairDates({ ids }: PairChoice, images: readonly PairImage[]): string {
  const dates = ids.map(id => images.find(image => image.id === id)?.acquisitionDate);
  return dates.map(date => (date === undefined ? l10n.t('no date') : dayText(date))).join(' → ');
}

/** So many images are loaded before choosing among them, which takes a few requests. */
const fewMatches = 2000;

/**
 * The active AOI, and the images to choose from: all matches if they are few, and what the list shows if it is filtered.
 * Throws {@link UserError} if there are none.
 */
async function choosable(catalog: Catalog): Promise<Choosable> {
  const { hasMore, total = Infinity, only } = catalog.current.peek();
  const filters = filterTexts(readListFilters(catalog));
  if (hasMore && total <= fewMatches && !only && filters.length === 0)
    await searchToEnd(catalog, l10n.t('Loading all images'));
  const listed = await listedImages(catalog);
  const { figures } = await loadFigures();
  // The list shows one image of those of the same acquisition.
  const duplicates = new Set(figures.sameAcquisition(listed).flatMap(([, ...others]) => others));
  const { aoi, hasMore: isPart } = catalog.current.peek();
  const { clear } = readListFilters(catalog);
  const images = listed.flatMap((image): PairImage[] => {
    if (duplicates.has(image.id)) return [];
    const estimate = clear.get(image.id);
    return [typeof estimate === 'object' ? { ...image, clearHere: estimate.share } : image];
  });
  const { length: visible } = catalog.visible.peek();
  if (!aoi || visible === 0) throw new UserError(l10n.t('Search for images of an area first.'));
  if (images.length === 0)
    throw new UserError(l10n.t('The filters of the list hide all images: {0}.', filters.join(', ')));
  const isAll = !isPart && listed.length === visible;
  const ofHowMany = isAll ? undefined : l10n.t('among the {0} in the list', numberText(images.length));
  return { aoi, images, ofHowMany };
}

/** Runs a slow computation over many images, with progress in the status bar. The figures are loaded on first use. */
function withFigures<T>(work: (figures: Figures) => T): Thenable<T> {
  const title = l10n.t('Selecting images');
  return inStatusBar(title, async () => {
    const { figures } = await loadFigures();
    // Let the editor show the progress first.
    await nextTurn();
    return work(figures);
  });
}
