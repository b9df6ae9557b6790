/** The questions for a product order of images. Every step has a Back button. */
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import type * as vscode from 'vscode';
import { sensorText } from '../../../../base/words/figureText.ts';
import {
  allowedCodes,
  crsName,
  geodetic,
  meantEpsg,
  nearEpsg,
  parseCrsCode,
  toCrsCode,
  utmEpsg,
} from '../../../../geo/projection.ts';
import {
  type Constellation,
  constellations,
  type Image,
  isConstellation,
} from '../../../../service/rules/imagery.ts';
import { consumptionModes, type ProductOrderKind } from '../../../../service/rules/order.ts';
import {
  type ImageFormat,
  imageFormats,
  type ProductOption,
  type ProductType,
  productTypes,
  radiometries,
  type Radiometry,
  supportedProductTypes,
  supportedRadiometries,
} from '../../../../service/rules/productOptions.ts';
import {
  back,
  type PickStep,
  pickStep,
  readStep,
  type Step,
  type StepCount,
  walkSteps,
} from '../../../../platform/dialogs/steps.ts';
import type { AoiSource } from '../../../images/index.ts';
import { type OrderRights, whyNoRole, whyNotPaid } from '../../rules/orderRights.ts';
import type { Product } from '../../rules/productOrder.ts';
import { askText, choiceStep } from './optionStep.ts';
import { chosenText } from './orderImages.ts';

/** How images of these constellations are ordered. */
export interface ProductForm {
  constellations: readonly (string | undefined)[];
  productType: ProductType;
  radiometricProcessing: Radiometry;
}

export interface ProductWishes {
  kind: ProductOrderKind;
  forms: ProductForm[];
  imageFormat: ImageFormat;
  crsCode: string;
  /** Name of the file. */
  name: string;
}

export interface AskingParts extends OrderRights {
  aoi: AoiSource;
  /** Of the area, and what the images cover of it. */
  size: string;
  /** Number of steps before these. */
  before: number;
  /** Why no analytic can run on these images, if no question said so. */
  noReport: string | undefined;
  /** What the order may cost, as far as it was answered. */
  costText: (wishes: ProductWishes) => string | undefined;
}

const productKinds: readonly ProductOrderKind[] = ['order.data.product', 'order.data.gb.product'];

/** What the questions start with. Parameters as in {@link askProducts}. */
export function usualProducts(
  images: readonly Image[],
  proposals: readonly Product[],
  parts: Pick<AskingParts, 'aoi'> & OrderRights,
): ProductWishes | undefined {
  const [first] = proposals;
  const [kind = 'order.data.product'] = payableKinds(images, parts);
  const date = images[0]?.acquisitionDate?.slice(0, 10) ?? '';
  return (
    first && {
      kind,
      forms: productForms(images, proposals),
      imageFormat: first.imageFormat,
      crsCode: first.crsCode,
      name: `${parts.aoi.name} ${date}`.trim(),
    }
  );
}

/** @param proposals one per image; the questions start with the suggestion for the first image of each sensor */
export async function askProducts(
  images: readonly Image[],
  proposals: readonly Product[],
  parts: AskingParts,
): Promise<ProductWishes | typeof back | undefined> {
  const wishes = usualProducts(images, proposals, parts);
  if (!wishes) return undefined;
  const { aoi } = parts;
  const kinds = payableKinds(images, parts);
  /** What is ordered, on how much, at which resolution, and what it may cost as far as it was answered: VS Code cuts off the end. */
  const placeholder = () =>
    [chosenText(images), parts.size, ...wishes.forms.map(sensorsText), parts.costText(wishes)]
      .filter(Boolean)
      .join(' · ');
  const steps: Step[] = [
    (hasBack, count) => {
      const title = parts.noReport
        ? l10n.t('Image product ({0}): which projection?', parts.noReport)
        : l10n.t('Which projection?');
      return askProjection(aoi.polygon, wishes, { title, placeholder: placeholder(), hasBack, count });
    },
    ...wishes.forms.flatMap(form =>
      formSteps(form, () => (wishes.forms.length > 1 ? sensorsText(form) : placeholder())),
    ),
    choiceStep(() => ({
      title: l10n.t('Which image format?'),
      placeholder: placeholder(),
      items: (Object.keys(imageFormats) as ImageFormat[]).map(value => ({
        value,
        label: imageFormats[value],
        text: formatText(value),
      })),
      now: wishes.imageFormat,
      take: format => void (wishes.imageFormat = format),
    })),
    ...(kinds.length === 1
      ? []
      : [
          choiceStep(() => ({
            ...paymentQuestion(images, parts),
            placeholder: placeholder(),
            now: wishes.kind,
            take: kind => void (wishes.kind = kind),
          })),
        ]),
    (_hasBack, count) => askName(wishes, count),
  ];
  const end = await walkSteps(steps, parts.before);
  return end === 'done' ? wishes : end;
}

function formatText(format: ImageFormat): string {
  return format === 'image/geotiff'
    ? l10n.t('opens in all GIS programs; larger files')
    : l10n.t('smaller files; not all programs open it');
}

/** `PHR 0.5 m, SPOT 1.5 m` */
function sensorsText({ constellations: codes }: ProductForm): string {
  return codes
    .filter(code => isConstellation(code))
    .map(code => sensorText({ constellation: code, resolution: constellations[code].gsd }))
    .join(', ');
}

/** Sensors with the same product types share their questions. */
function productForms(images: readonly Image[], proposals: readonly Product[]): ProductForm[] {
  const found = [...new Set(images.map(({ constellation }) => constellation))].filter(isConstellation);
  const alike = Map.groupBy(found, code => supportedProductTypes(code).join());
  return [...alike.values()].flatMap(codes => {
    const image = images.find(({ constellation }) => codes.some(code => code === constellation));
    const proposal = proposals.find(({ id }) => id === image?.id);
    if (!proposal) return [];
    const { productType, radiometricProcessing } = proposal;
    return [{ constellations: codes, productType, radiometricProcessing }];
  });
}

/** What people call it, then the word of the order. */
function optionWords({ label, describe }: ProductOption, value: string) {
  return { label: label(), text: `${value} · ${describe()}` };
}

function formSteps(form: ProductForm, placeholder: () => string): Step[] {
  const [code] = form.constellations.filter((known): known is Constellation => isConstellation(known));
  if (code === undefined) return [];
  return [
    choiceStep(() => ({
      title: l10n.t('Which bands?'),
      placeholder: placeholder(),
      items: supportedProductTypes(code).map(value => ({
        value,
        ...optionWords(productTypes[value], value),
      })),
      now: form.productType,
      take: type => void (form.productType = type),
    })),
    choiceStep(() => ({
      title: l10n.t('Which pixel values?'),
      placeholder: placeholder(),
      items: supportedRadiometries(code).map(value => ({
        value,
        ...optionWords(radiometries[value], value),
      })),
      now: form.radiometricProcessing,
      take: radiometry => void (form.radiometricProcessing = radiometry),
    })),
  ];
}

/**
 * The kinds among which the user has a choice: those of their subscriptions, or else the one that isn't to be abandoned.
 * Empty if none is possible; the question says why.
 */
export function payableKinds(images: readonly Image[], rights: OrderRights): readonly ProductOrderKind[] {
  const possible = productKinds.filter(kind => whyNotKind(kind, images, rights) === undefined);
  const held = possible.filter(kind => rights.kindsPaidFor?.includes(kind));
  return held.length > 0 ? held : possible.slice(0, 1);
}

/** One kind for all images. The choices depend on the images, as far as they are known, and on the rights. */
export function paymentQuestion(images: readonly Image[], rights: OrderRights) {
  const items = productKinds.map(kind => ({
    value: kind,
    label: modeLabel(kind),
    text: modeDetail(kind),
    whyNot: whyNotKind(kind, images, rights),
  }));
  return { title: l10n.t('Which consumption mode do you want to use?'), items };
}

function modeLabel(kind: ProductOrderKind): string {
  return kind === 'order.data.product' ? l10n.t('By area') : l10n.t('By volume');
}

function modeDetail(kind: ProductOrderKind): string {
  return kind === 'order.data.product'
    ? l10n.t('counted in km², or in tiles where your subscription says so')
    : l10n.t('counted in processed GB; deprecated by the service');
}

/** A missing right, or a sensor that can't be ordered this way. */
function whyNotKind(
  kind: ProductOrderKind,
  images: readonly Image[],
  rights: OrderRights,
): string | undefined {
  const taken = consumptionModes[kind].flatMap(mode => mode.constellations);
  const foreign = images.find(
    ({ constellation }) => isConstellation(constellation) && !taken.includes(constellation),
  );
  return foreign
    ? l10n.t("{0} images can't be ordered this way", foreign.constellation ?? '')
    : (whyNoRole(kind, rights) ?? whyNotPaid(kind, rights));
}

async function askName(wishes: ProductWishes, count: StepCount): ReturnType<Step> {
  const prompt = l10n.t('Names the file and the order on this machine. It is not sent to the service.');
  const name = await askText(l10n.t('Name of the order'), prompt, wishes.name, count);
  if (typeof name !== 'string') return name;
  wishes.name = name;
  return 'done';
}

/** The projection of products for an area: its UTM zone, degrees, or another allowed projection. */
async function askProjection(
  aoi: Polygon,
  wishes: { crsCode: string },
  step: Pick<PickStep<vscode.QuickPickItem>, 'title' | 'placeholder' | 'hasBack' | 'count'>,
): Promise<'done' | typeof back | undefined> {
  const zone = utmEpsg(aoi);
  for (;;) {
    const now = parseCrsCode(wishes.crsCode);
    const codes = [...new Set([zone, geodetic, now])].filter(code => code !== undefined);
    const items = [
      ...codes.map(code => ({ epsg: code, label: crsName(code), description: projectionText(code) })),
      { epsg: undefined, label: l10n.t('Another…'), description: allowedCodes },
    ];
    const answer = await pickStep({ ...step, items, active: items.find(({ epsg }) => epsg === now) });
    if (answer === undefined || answer === back) return answer;
    const epsg = answer[0]?.epsg ?? (await askCode());
    if (epsg === undefined) return undefined;
    if (epsg === back) continue;
    wishes.crsCode = toCrsCode(epsg);
    return 'done';
  }
}

function projectionText(epsg: number): string {
  const unit =
    epsg === geodetic ? l10n.t('degrees, as in GeoJSON') : l10n.t('meters, for maps and measuring');
  return `${unit} · EPSG:${epsg}`;
}

/** Names what was typed, and the projection on WGS 84 that a code of another datum comes closest to. */
function whyNotAvailable(text: string, available: string): string {
  if (text === '') return available;
  const near = nearEpsg(text);
  const proposal = near === undefined ? available : l10n.t('{0} is the same zone on WGS 84.', `EPSG:${near}`);
  return `${l10n.t('"{0}" isn\'t available.', text)} ${proposal}`;
}

function askCode(): Promise<number | typeof back | undefined> {
  const prompt = l10n.t('Available codes: {0}.', allowedCodes);
  return readStep({
    title: l10n.t('EPSG code of the projection'),
    prompt,
    value: '',
    read(text) {
      const epsg = meantEpsg(text);
      return epsg === undefined ? { problem: whyNotAvailable(text, prompt) } : { value: epsg };
    },
  });
}
