import { useSignal, useSignalEffect } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { DivIcon, type Map as LeafletMap, Marker } from 'leaflet';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { positionText } from '../../src/geo/positionText.ts';
import type { PlaceShown } from '../../src/protocol/protocol.ts';
import { placeSection } from '../features/images/index.ts';
import type { Host } from '../ground/host.ts';
import { CloseButton, Link } from '../ui/icon.tsx';
import type { PlaceStore } from './placeStore.ts';

interface PlaceProps {
  places: PlaceStore;
  map: LeafletMap;
}

/** An input for coordinates or a name, with what it can mean as choices. */
export function GoToPlace(props: PlaceProps) {
  return props.places.isOpen.value ? <PlaceInput {...props} /> : null;
}

/** The map must not take the click for one on itself, since the element is gone by then. */
const alone = (run: () => unknown) => (event: Event) => {
  event.stopPropagation();
  run();
};

const optionId = (index: number) => `place-${index}`;

function PlaceInput({ places, map }: PlaceProps) {
  const input = useRef<HTMLInputElement>(null);
  const at = useSignal(0);
  useLayoutEffect(() => input.current?.focus(), []);
  const { places: found, problem } = places.answer.value;
  const name = l10n.t('Go to place');

  function leave(): void {
    places.close();
    map.getContainer().focus();
  }

  function go(place: PlaceShown | undefined): void {
    if (!place) return;
    places.marked.value = place;
    moveTo(map, place);
    leave();
  }

  function onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // The page and the map handle their own keys.
    if (event.key !== 'F6' && event.key !== 'Tab') event.stopPropagation();
    if (event.key === 'Escape') leave();
    else if (event.key === 'Enter') places.whenAnswered(() => go(places.answer.value.places[at.value]));
    else if (step !== undefined && found.length > 0)
      at.value = (at.value + step + found.length) % found.length;
    else return;
    event.preventDefault();
  }

  return (
    <div class="map-panel go-to-place">
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={name}
        aria-expanded={found.length > 0}
        aria-controls="places"
        aria-autocomplete="list"
        aria-activedescendant={found[at.value] && optionId(at.value)}
        placeholder={l10n.t('Coordinates, UTM, MGRS, box or city')}
        maxLength={200}
        spellcheck={false}
        onInput={event => {
          at.value = 0;
          places.ask(event.currentTarget.value);
        }}
        onKeyDown={onKey}
      />
      <CloseButton onClick={alone(leave)} />
      <ul id="places" role="listbox" aria-label={name}>
        {found.map((place, index) => (
          <li
            key={index}
            id={optionId(index)}
            role="option"
            aria-selected={index === at.value}
            onPointerMove={() => (at.value = index)}
            onClick={alone(() => go(place))}
          >
            {placeTitle(place)} <span class="quiet">{placeDetail(place)}</span>
          </li>
        ))}
      </ul>
      <div class="place-problem" role="status">
        {problem ?? ''}
      </div>
    </div>
  );
}

function placeTitle({ name, latitude, longitude }: PlaceShown): string {
  return name ?? positionText([longitude, latitude]);
}

function placeDetail({ country, bounds, utm }: PlaceShown): string {
  if (country !== undefined) return country;
  return bounds ? l10n.t('Bounding box') : (utm ?? '');
}

/** The zoom level for a city, and for exact coordinates. */
const cityZoom = 11;
const pointZoom = 14;

function moveTo(map: LeafletMap, { name, latitude, longitude, bounds }: PlaceShown): void {
  if (bounds) {
    const [west, south, east, north] = bounds;
    map.fitBounds(
      [
        [south, west],
        [north, east],
      ],
      { animate: false },
    );
    return;
  }
  const zoom = name === undefined ? pointZoom : cityZoom;
  map.setView([latitude, longitude], Math.max(zoom, map.getZoom()), { animate: false });
}

/** The marker of the place, and a note that names it and says what can be done there. */
export function PlaceNote({ host, places: { marked }, map }: PlaceProps & { host: Host }) {
  useSignalEffect(() => {
    const place = marked.value;
    if (!place) return;
    const icon = new DivIcon({ className: 'place-marker', iconSize: [18, 18] });
    const marker = new Marker([place.latitude, place.longitude], {
      icon,
      pane: 'edit',
      interactive: false,
      keyboard: false,
    }).addTo(map);
    return () => void marker.remove();
  });
  const place = marked.value;
  if (!place) return null;
  const { name, latitude, longitude, utm } = place;
  const text = [name, positionText([longitude, latitude]), utm && `UTM ${utm}`].filter(Boolean).join(' · ');
  return (
    <div class="map-note place-note">
      <span role="status">{text}</span>
      {placeSection(host, latitude, longitude).items.map(({ label, onSelect, disabledBecause }) => (
        <Link
          key={label}
          label={label}
          title={disabledBecause}
          aria-disabled={disabledBecause !== undefined}
          onClick={() => disabledBecause === undefined && onSelect()}
        />
      ))}
      <CloseButton onClick={alone(() => (marked.value = undefined))} />
    </div>
  );
}
