/** The picture types that every browser can show. */
export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

/** Number of bytes at the start that identify the type. */
export const telltaleBytes = 12;

const signatures: readonly (readonly [type: PictureType, isOne: (bytes: Uint8Array) => boolean])[] = [
  ['image/jpeg', bytes => contains(bytes, 0, [0xff, 0xd8, 0xff])],
  ['image/png', bytes => contains(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  // "RIFF", the length, "WEBP".
  [
    'image/webp',
    bytes => contains(bytes, 0, [0x52, 0x49, 0x46, 0x46]) && contains(bytes, 8, [0x57, 0x45, 0x42, 0x50]),
  ],
];

/** The type of a file from its first {@link telltaleBytes} bytes, whatever its name; `undefined` for anything else. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | undefined {
  return signatures.find(([, isOne]) => isOne(bytes))?.[0];
}

function contains(bytes: Uint8Array, offset: number, wanted: readonly number[]): boolean {
  return wanted.every((byte, index) => bytes[offset + index] === byte);
}
