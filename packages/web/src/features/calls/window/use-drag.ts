import { useEffect, useState, type KeyboardEvent, type PointerEvent } from 'react';

type Position = { x: number; y: number };
type Size = { width: number; height: number };

const STEP = 24;
const KEYS: Record<string, Position> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

/**
 * Lets a window be moved by its head, with the pointer or the arrow keys, and never off the screen.
 *
 * @param start distance from the bottom right corner of the page
 */
export function useDrag(start: Position, size: Size) {
  const [place, setPlace] = useState<Position>(() => ({
    x: globalThis.innerWidth - start.x,
    y: globalThis.innerHeight - start.y,
  }));
  const [grip, setGrip] = useState<Position | null>(null);
  const shown = withinWindow(place, size);

  useEffect(() => {
    // Renders again, so that the window moves back into a page that became smaller.
    const onResize = () => setPlace((at) => ({ ...at }));
    globalThis.addEventListener('resize', onResize);
    return () => globalThis.removeEventListener('resize', onResize);
  }, []);

  return {
    /** Whether the window is still where it was opened. */
    isInCorner: place.x === globalThis.innerWidth - start.x && place.y === globalThis.innerHeight - start.y,
    style: { left: shown.x, top: shown.y },
    handle: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if ((event.target as HTMLElement).closest('button')) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setGrip({ x: event.clientX - shown.x, y: event.clientY - shown.y });
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (grip) setPlace({ x: event.clientX - grip.x, y: event.clientY - grip.y });
      },
      onPointerUp: () => setGrip(null),
      onPointerCancel: () => setGrip(null),
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const by = event.target === event.currentTarget ? KEYS[event.key] : undefined;
        if (!by) return;
        event.preventDefault();
        setPlace({ x: shown.x + by.x, y: shown.y + by.y });
      },
    },
  };
}

function withinWindow({ x, y }: Position, { width, height }: Size): Position {
  return {
    x: Math.max(8, Math.min(x, globalThis.innerWidth - width - 8)),
    y: Math.max(8, Math.min(y, globalThis.innerHeight - height - 8)),
  };
}
