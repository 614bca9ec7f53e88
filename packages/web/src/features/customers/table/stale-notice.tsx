import { useAnswerWords } from '#shared/fields/use-answer-words.ts';
import { StaleTable } from '#shared/forms/stale-table.tsx';
import type { Answer, Customer, CustomField } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { differences, type CustomerForm } from '../form/customer-form.ts';

type Props = {
  form: CustomerForm;
  fields: readonly CustomField[];
  current: Customer;
  onApply: () => void;
  onTake: () => void;
};

/** Shown when somebody else saved this customer in the meantime: their values beside the typed ones, and which of them to keep. */
export function StaleNotice({ form, fields, current, onApply, onTake }: Props) {
  const { t } = useTranslation('customers');
  const answerWords = useAnswerWords();
  const rows = differences(form, current, fields).map((entry) => {
    if (typeof entry.field === 'string')
      return { ...entry, key: entry.field, name: t(`form.${entry.field}`) };
    const { field, now, mine } = entry;
    const words = (answer: Answer | null) => (answer === null ? '' : answerWords(field, answer));
    return { key: field.id, name: field.name, now: words(now), mine: words(mine) };
  });
  return <StaleTable title={t('stale.title')} rows={rows} onApply={onApply} onTake={onTake} />;
}
