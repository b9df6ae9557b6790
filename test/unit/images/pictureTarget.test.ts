import { describe, expect, it } from 'vitest';
import { createPictureTarget } from '../../../src/images/pictureTarget.ts';

/** Of 16 × 16 pixels. */
const jpegStart = [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 17, 0];
const jpeg = (size: number) =>
  Uint8Array.from({ length: size }, (_one, index) => jpegStart[index] ?? index % 251);
/** Whatever goes wrong, thrown or rejected. */
const writing = async (target: ReturnType<typeof createPictureTarget>, chunk: Uint8Array) =>
  target.write(chunk);

describe('a picture', () => {
  it.each([1, 5, 12, 1000])('is collected from pieces of %d bytes', async piece => {
    const target = createPictureTarget(1000);
    const whole = jpeg(1000);
    for (let at = 0; at < whole.length; at += piece) await target.write(whole.subarray(at, at + piece));
    await target.commit();
    expect(target.picture()).toEqual({ bytes: whole, mimeType: 'image/jpeg' });
  });

  it('has memory of its own, which can be handed over', async () => {
    const target = createPictureTarget(1000);
    await target.write(jpeg(500).subarray(0, 100));
    await target.commit();
    expect(target.picture().bytes.buffer.byteLength).toBe(100);
  });

  it('is refused at the byte that is too many', async () => {
    const target = createPictureTarget(1000);
    await target.write(jpeg(1000));
    await expect(writing(target, Uint8Array.of(0))).rejects.toMatchObject({ kind: 'tooLarge' });
  });

  it('is refused where too much is promised', () => {
    const target = createPictureTarget(2_000_000);
    expect(() => target.progress(10, 2_000_001)).toThrow(/more than 2 MB/);
    expect(() => target.progress(10, 2_000_000)).not.toThrow();
    expect(() => target.progress(10, undefined)).not.toThrow();
  });

  it('is refused at its first bytes where they are of something else', async () => {
    const target = createPictureTarget(1000);
    await target.write(new TextEncoder().encode('<html>'));
    await expect(writing(target, new TextEncoder().encode('<body>'))).rejects.toMatchObject({
      kind: 'wrongType',
    });
  });

  it.each([0, 3])('is refused at its end where %d bytes are all', async size => {
    const target = createPictureTarget(1000);
    await target.write(new Uint8Array(size));
    const committing = async () => target.commit();
    await expect(committing()).rejects.toMatchObject({ kind: 'wrongType' });
    expect(() => target.picture()).toThrow('not come');
  });
});
