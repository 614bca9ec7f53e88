import { useLayoutEffect, useRef } from 'preact/hooks';

/** Whoever opened last is closed first. */
const open: { act: () => void }[] = [];

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.isComposing) open.at(-1)?.act();
});

/** What Escape does while this component is there, unless something was opened on top of it. */
export function useEscape(act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  // Before the next key: what is on the screen is what Escape closes, also when the effects after painting are late.
  useLayoutEffect(() => {
    const entry = { act: () => latest.current() };
    open.push(entry);
    return () => void open.splice(open.indexOf(entry), 1);
  }, []);
}
