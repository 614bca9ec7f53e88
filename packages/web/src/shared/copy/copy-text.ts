import { toast } from '#shared/ui/states/toast.ts';

/** Copies a text, and tells whether it did: where the page has no HTTPS, browsers copy only what is selected in a field. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : document.body;
  const field = Object.assign(document.createElement('textarea'), { value: text, readOnly: true });
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // Beside the button: a dialog takes the focus back from what stands outside it.
  (focused.closest<HTMLElement>('[role="dialog"]') ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    focused.focus({ preventScroll: true });
  }
}

/** Copies a text, or shows it for a while where the browser lets no page copy. */
export async function copyOrShow(text: string): Promise<void> {
  if (!(await copyText(text))) toast(text, { kind: 'info', durationMs: 30_000 });
}
