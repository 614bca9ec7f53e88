/**
 * Gives the keyboard focus to the first field that a form marks as wrong after it was sent, also where the server says so later, unless
 * the user has pressed something meanwhile. Returns what ends this.
 */
export function focusRefused(): () => void {
  let sent: HTMLFormElement | null = null;
  const focusRefusedField = () => {
    const wrong = sent?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!wrong) return;
    const isThere =
      sent?.contains(document.activeElement) && document.activeElement?.matches('[aria-invalid="true"]');
    sent = null;
    if (!isThere) wrong.focus();
  };
  const begin = ({ target }: SubmitEvent) => {
    sent = target instanceof HTMLFormElement ? target : null;
    // Fields that were marked before have changed nothing.
    requestAnimationFrame(focusRefusedField);
  };
  const forget = () => {
    sent = null;
  };
  const observer = new MutationObserver(focusRefusedField);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['aria-invalid'],
  });
  document.addEventListener('submit', begin);
  document.addEventListener('keydown', forget, { capture: true });
  document.addEventListener('pointerdown', forget, { capture: true });
  return () => {
    observer.disconnect();
    document.removeEventListener('submit', begin);
    document.removeEventListener('keydown', forget, { capture: true });
    document.removeEventListener('pointerdown', forget, { capture: true });
  };
}
