import { type ReactNode, Suspense, useEffectEvent, useLayoutEffect } from 'react';
import { captureKeys, releaseKeys } from '#shared/lib/keys/held-keys.ts';
import { lazyPart } from './lazy-part.ts';

type Closable = { onClose: () => void };

/**
 * As `lazyPart`, for dialogs and drawers with an `onClose`: keys pressed between opening one and its arrival do not act on the page, and
 * Escape cancels it. It needs no boundary around it.
 */
export const lazyOverlay: typeof lazyPart = (load) => {
  const part = lazyPart(load);
  const Part = part as unknown as (props: Closable) => ReactNode;
  const Overlay = (props: Closable) => (
    <OverlayBoundary onClose={props.onClose}>
      <Part {...props} />
    </OverlayBoundary>
  );
  return Overlay as unknown as typeof part;
};

/** Waits for the code and texts of a dialog, and keeps keys from the page meanwhile. */
export function OverlayBoundary({ onClose, children }: Closable & { children: ReactNode }) {
  return <Suspense fallback={<HeldKeys onEscape={onClose} />}>{children}</Suspense>;
}

/** Keeps keys from the page while it is rendered: something over the page was asked for, and is not there yet. */
export function HeldKeys({ onEscape }: { onEscape: () => void }) {
  const cancel = useEffectEvent(onEscape);
  useLayoutEffect(() => {
    const isHeld = captureKeys(() => cancel());
    return () => {
      if (isHeld()) releaseKeys();
    };
  }, []);
  return null;
}
