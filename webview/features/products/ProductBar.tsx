import * as l10n from '@vscode/l10n';
import { numberText } from '../../../src/base/words/displayLanguage.ts';
import { byteText } from '../../../src/service/rules/quantity.ts';
import type { ProductShown } from '../../../src/protocol/protocol.ts';
import type { ViewStore } from '../../ground/viewStore.ts';
import { OpacitySlider, Select } from '../../ui/controls.tsx';
import { LegendButton } from '../../ui/LegendButton.tsx';
import { Divider, ToggleButton } from '../pictures/view.ts';
import type { ImageFacts } from './geoImage.ts';
import { type BandChoice, bandChoices, type ProductLook, type ProductModel } from './productModel.ts';

/** The delivered image on the map: what it is, and how it is drawn. */
export function ProductBar({ products, view }: { products: ProductModel; view: Pick<ViewStore, 'show'> }) {
  const product = products.current.value;
  if (!product) return null;
  const facts = products.facts.value;
  const settings = products.settings.value;
  const problem = products.problem.value;
  return (
    <div class="product-bar">
      <div class="mode-line">
        <LegendButton
          title={product.title}
          detail={[...daysText(product), byteText(product.size), ...(facts ? [factsText(facts)] : [])].join(
            ' · ',
          )}
          onZoom={() => view.show({ kind: 'product' })}
        />
        {products.isLoading.value && <span>{l10n.t('Loading…')}</span>}
      </div>
      {problem !== undefined && <span>{problem}</span>}
      {products.needsZoom.value && <span>{l10n.t('Zoom in to see the image: it has no overviews.')}</span>}
      {facts && settings && (
        <div class="mode-line">
          <Look products={products} facts={facts} settings={settings} />
        </div>
      )}
    </div>
  );
}

function Look({
  products,
  facts,
  settings,
}: {
  products: ProductModel;
  facts: ImageFacts;
  settings: ProductLook;
}) {
  const choices = bandChoices(facts.bands);
  const stretches = [
    ['view', l10n.t('Stretch to view (2–98%)')],
    ['whole', l10n.t('Stretch to image (2–98%)')],
    ['range', l10n.t('Minimum and maximum')],
  ] as const;
  const bound = (name: string, place: 0 | 1) => (
    <input
      type="number"
      step="any"
      aria-label={name}
      title={name}
      value={settings.range[place]}
      onChange={({ currentTarget: { valueAsNumber: value } }) => {
        const [min, max] = settings.range;
        if (Number.isFinite(value)) products.change({ range: place === 0 ? [value, max] : [min, value] });
      }}
    />
  );
  return (
    <>
      <Select
        name={l10n.t('Bands')}
        options={choices.map(choice => [choice.bands.join(), choiceText(choice, facts.bands)] as const)}
        value={settings.bands.join()}
        onChange={value => products.change({ bands: value.split(',').map(Number) })}
      />
      <Select
        name={l10n.t('Contrast')}
        options={stretches}
        value={settings.stretch}
        onChange={value => {
          const stretch = stretches.find(([name]) => name === value)?.[0] ?? 'view';
          // Typed values start with those that are shown.
          const [range = settings.range] = stretch === 'range' ? (products.ranges.peek() ?? []) : [];
          products.change({ stretch, range });
        }}
      />
      {settings.stretch === 'range' && (
        <div class="product-range">
          {bound(l10n.t('Minimum'), 0)}
          {bound(l10n.t('Maximum'), 1)}
        </div>
      )}
      <OpacitySlider
        name={l10n.t('Opacity of {0}', products.current.value?.title ?? '')}
        opacity={settings.opacity}
        onChange={opacity => products.change({ opacity })}
      />
      <ToggleButton
        label={l10n.t('Swipe')}
        isOn={settings.swipe !== undefined}
        onToggle={() => products.change({ swipe: settings.swipe === undefined ? 0.5 : undefined })}
      />
    </>
  );
}

/** The line that ends the delivered image, which is on its right. */
export function ProductDivider({ products }: { products: ProductModel }) {
  const at = products.settings.value?.swipe;
  const product = products.current.value;
  if (!product || !products.ranges.value || at === undefined) return null;
  const names = [l10n.t('Map'), product.title] as const;
  return <Divider names={names} at={at} onMove={swipe => products.change({ swipe })} />;
}

function daysText({ days = [] }: ProductShown): string[] {
  return days.length === 0 ? [] : [l10n.t('acquired {0}', days.join(', '))];
}

function factsText({ width, height, resolution, bands }: ImageFacts): string {
  const meters = numberText(Number(resolution.toPrecision(3)));
  const across = numberText(width);
  const down = numberText(height);
  return l10n.t('{0} × {1} px · {2} m · bands: {3}', across, down, meters, bands.length);
}

function choiceText({ kind, bands: [band = 0] }: BandChoice, names: readonly string[]): string {
  switch (kind) {
    case 'natural':
      return l10n.t('Natural color');
    case 'infrared':
      return l10n.t('Near infrared (false color)');
    case 'single': {
      const number = l10n.t('Band {0}', band + 1);
      const name = names[band];
      return name === undefined || name === '' ? number : l10n.t('{0}: {1}', number, name);
    }
  }
}
