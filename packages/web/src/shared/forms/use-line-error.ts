import { onOneLine } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';

/** What is wrong with a line in which something is typed that nobody can see, where the form says nothing of an empty one. */
export function useLineError(): (typed: string) => string | undefined {
  const { t } = useTranslation('shared/forms');
  return (typed) => (isUnseen(typed) ? t('unseen') : undefined);
}

/** By the same rule as the server: such a name would be refused as empty. */
export const isUnseen = (typed: string): boolean => typed.trim() !== '' && onOneLine(typed) === '';
