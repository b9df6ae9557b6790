import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** For lists that render only what is in view. All lengths are CSS pixels. */
export function useScrollView(scroller: RefObject<HTMLElement | null>) {
  const view = useSignal({ top: 0, width: 0, height: 0 });

  function see(): void {
    if (!scroller.current) return;
    const { scrollTop: top, clientWidth: width, clientHeight: height } = scroller.current;
    view.value = { top, width, height };
  }

  useLayoutEffect(() => {
    const observer = new ResizeObserver(see);
    if (scroller.current) observer.observe(scroller.current);
    see();
    return () => observer.disconnect();
  }, []);
  return { view, see };
}

export type ScrollView = ReturnType<typeof useScrollView>;
