/** What holds the content of a page: the shell's, and that of the settings beside their menu. */
const HOLDER = '#page, [data-page]';

/**
 * Gives the keyboard focus to the page when what had it went away with the page's content, as a link does that leads to another page, or
 * after it, as a dialog does whose page has gone. Where only a part of the page goes, Tab goes on from its place, which the browser
 * remembers. Returns what ends this.
 */
export function focusNewPages(): () => void {
  let last: Element | null = null;
  /** The holder whose content has been replaced since something was last focused. */
  let replaced: HTMLElement | null = null;
  const rememberFocus = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : null;
    replaced = null;
  };
  const trackReplaced = (changes: MutationRecord[]) => {
    for (const { target, removedNodes } of changes)
      if (removedNodes.length > 0 && target instanceof HTMLElement && target.matches(HOLDER))
        replaced = target;
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    if (replaced?.isConnected) replaced.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(trackReplaced);
  observer.observe(document.body, { subtree: true, childList: true });
  document.addEventListener('focusin', rememberFocus);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', rememberFocus);
  };
}
