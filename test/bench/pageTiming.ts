// Timing within a page. All figures are ms.

export function frame(): Promise<number> {
  return new Promise(resolve => requestAnimationFrame(resolve));
}

/** Resolves once everything drawn before the next frame is on screen: an urgent task runs right after the frame. */
export async function presented(): Promise<void> {
  await frame();
  await scheduler.postTask(() => undefined, { priority: 'user-blocking' });
}

/** @returns time between frames, each with a piece of work; frame times have a resolution of 0.1 ms */
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

/**
 * Drags a map back and forth, like a person: mouse down in its middle, one move per frame, mouse up.
 *
 * @returns time between frames
 */
export async function dragFrames(map: HTMLElement): Promise<number[]> {
  const deltas: number[] = [];
  for (const [stepX, stepY] of [
    [9, 3],
    [-9, 5],
    [-7, -6],
    [7, -2],
  ] as const) {
    const { left, top, width, height } = map.getBoundingClientRect();
    let clientX = left + width / 2;
    let clientY = top + height / 2;
    const send = (kind: string) =>
      map.dispatchEvent(new MouseEvent(kind, { clientX, clientY, bubbles: true, button: 0, buttons: 1 }));
    send('mousedown');
    const moved = await frames(60, () => {
      clientX += stepX;
      clientY += stepY;
      send('mousemove');
    });
    deltas.push(...moved);
    send('mouseup');
    await frame();
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
