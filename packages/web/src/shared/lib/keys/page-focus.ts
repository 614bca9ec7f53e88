/** What holds the content of a page: the shell's, and that of the settings beside their menu. */
const HOLDER = '#page, [data-page]';

/**
 * Gives the keyboard focus to the page when what had it went away with the page's content, as a link does that leads to another page.
 * Where only a part of the page goes, Tab goes on from its place, which the browser remembers. Returns what ends this.
 */
export function focusNewPages(): () => void {
  let last: Element | null = null;
  const note = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : null;
  };
  const look = (changes: MutationRecord[]) => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    const gone = last;
    const change = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)));
    if (change?.target instanceof HTMLElement && change.target.matches(HOLDER))
      change.target.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { subtree: true, childList: true });
  document.addEventListener('focusin', note);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', note);
  };
}
