import { useLayoutEffect, useRef } from 'preact/hooks';

/** What Escape closes; the entry that was opened last comes first. */
const open: { act: () => void }[] = [];

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.isComposing) open.at(-1)?.act();
});

/** Sets what Escape does while this component is mounted, unless something was opened on top of it. */
export function useEscape(act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  // A layout effect, so that the next key already closes what is on the screen, even if other effects are late.
  useLayoutEffect(() => {
    const entry = { act: () => latest.current() };
    open.push(entry);
    return () => void open.splice(open.indexOf(entry), 1);
  }, []);
}
