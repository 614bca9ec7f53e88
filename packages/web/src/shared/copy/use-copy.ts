import { useTranslation } from 'react-i18next';
import { toast } from '#shared/ui/states/toast.ts';
import { copyText } from './copy-text.ts';

/** Returns the function that copies a text and says so, or how to copy it by hand where the browser refuses. */
export function useCopy(): (text: string, done?: string) => void {
  const { t } = useTranslation('shared/copy');
  return (text, done = t('copied')) =>
    void copyText(text).then((isCopied) =>
      isCopied ? toast(done) : toast(t('refused'), { kind: 'failed', durationMs: 12_000 }),
    );
}
