import type { Image } from '../../../service/rules/imagery.ts';
import type { Links } from '../../../service/rules/links.ts';

/**
 * An image in less than a third of the memory: what is long and rarely read is text, and what most images have in common
 * is there once. Like a plain object otherwise, which a copy by `{ ...image }` is: its other members are those of the image.
 */
class PackedImage {
  declare readonly id: Image['id'];
  readonly rights: Image['rights'];

  /** JSON. */
  readonly #footprint: string;
  /** JSON, with {@link idPlace} for the ID. */
  readonly #links: string;
  /** Of the properties, each after `=` if the image has a member of the same name and value, or else after a space. */
  readonly #names: readonly string[];
  /** A JSON array: the values of the other properties. */
  readonly #values: string;

  /** Read anew each time, so only as long as they are needed. Not on the prototype, where a copy would miss them. */
  static readonly #texts: PropertyDescriptorMap & ThisType<PackedImage> = {
    footprint: {
      enumerable: true,
      get() {
        return JSON.parse(this.#footprint) as Image['footprint'];
      },
    },
    links: {
      enumerable: true,
      get() {
        return JSON.parse(this.#links.replaceAll(idPlace, () => inJson(this.id))) as Links;
      },
    },
    properties: {
      enumerable: true,
      get() {
        const values = (JSON.parse(this.#values) as unknown[]).values();
        return Object.fromEntries(
          this.#names.map(marked => {
            const name = marked.slice(1);
            return [name, marked.startsWith('=') ? this[name as keyof PackedImage] : values.next().value];
          }),
        );
      },
    },
  };

  constructor(image: Image) {
    const { footprint, links, properties, rights, ...facts } = image;
    Object.assign(this, facts);
    this.rights = rights && shared(JSON.stringify(rights), rights);
    this.#footprint = JSON.stringify(footprint);
    const linksText = JSON.stringify(links).replaceAll(inJson(image.id), idPlace);
    this.#links = shared(linksText, linksText);
    const values: unknown[] = [];
    const names = Object.entries(properties).map(([name, value]) => {
      if (Object.hasOwn(this, name) && this[name as keyof PackedImage] === value) return `=${name}`;
      values.push(value);
      return ` ${name}`;
    });
    this.#names = shared(JSON.stringify(names), names);
    this.#values = JSON.stringify(values);
    Object.defineProperties(this, PackedImage.#texts);
  }
}

/** Can't be in JSON. */
const idPlace = '\n';

/** A text within a text of JSON. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

const maxCommon = 1000;
const common = new Map<string, unknown>();

/** The value that earlier images had with the same key, so that it is in memory once. */
function shared<T>(key: string, value: T): T {
  const known = common.get(key);
  if (known !== undefined) return known as T;
  if (common.size >= maxCommon) common.clear();
  common.set(key, value);
  return value;
}

/** The same image, to be kept: its footprint, links and properties are read from text each time. */
export function packImage(image: Image): Image {
  return image instanceof PackedImage ? image : (new PackedImage(image) as unknown as Image);
}
