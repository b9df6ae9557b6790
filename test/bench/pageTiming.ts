// Time as it passes in a page. All figures are ms.

export function frame(): Promise<number> {
  return new Promise(resolve => requestAnimationFrame(resolve));
}

/** After what was drawn up to the next frame was handed to the screen: an urgent task comes right behind the frame. */
export async function presented(): Promise<void> {
  await frame();
  await scheduler.postTask(() => undefined, { priority: 'user-blocking' });
}

/** @returns time between frames, each with a piece of work; the clock of frames goes by tenths */
export async function frames(count: number, work: (number: number) => void): Promise<number[]> {
  const deltas: number[] = [];
  let before = await frame();
  for (let number = 0; number < count; number += 1) {
    work(number);
    const now = await frame();
    deltas.push(Math.round((now - before) * 10) / 10);
    before = now;
  }
  return deltas;
}

export function timed(times: number, work: (number: number) => void): number[] {
  return Array.from({ length: times }, (_, number) => {
    const began = performance.now();
    work(number);
    return performance.now() - began;
  });
}
