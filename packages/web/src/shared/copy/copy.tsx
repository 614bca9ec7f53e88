import { Button, type ButtonProps } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { toast } from '#shared/ui/states/toast.ts';

// One module, because the first page has the names of all scripts that are loaded later.

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

/** Returns the function that copies a text and says so, or how to copy it by hand where the browser refuses. */
export function useCopy(): (text: string, done?: string) => void {
  const { t } = useTranslation('shared');
  return (text, done = t('copied')) =>
    void copyText(text).then((isCopied) =>
      isCopied ? toast(done) : toast(t('copy-refused'), { kind: 'failed', durationMs: 12_000 }),
    );
}

type Props = Pick<ButtonProps, 'size'> & {
  text: string;
  /** What the button says, where that is more than "Copy". */
  children?: string;
  /** What it copies, where several of these buttons stand on one page. */
  label?: string;
};

/** A button that copies a text. */
export function CopyButton({ text, children, label, size }: Props) {
  const { t } = useTranslation('shared');
  const copy = useCopy();
  return (
    <Button
      variant="default"
      size={size}
      aria-label={label && `${t('copy')}: ${label}`}
      leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
      onClick={() => copy(text)}
    >
      {children ?? t('copy')}
    </Button>
  );
}
