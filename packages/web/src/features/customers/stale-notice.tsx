import { Button } from '@mantine/core';
import { useAnswerWords } from '#shared/fields/use-answer-words.ts';
import type { Answer, Customer, CustomField } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './customer-drawer.module.css';
import { differences, type CustomerForm } from './customer-form.ts';

type Props = {
  form: CustomerForm;
  fields: readonly CustomField[];
  current: Customer;
  onApply: () => void;
  onTake: () => void;
};

/** Somebody was faster: what is saved now beside what was typed, and whose shall stand. */
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
  return (
    <div className={classes['stale']} role="alert">
      <strong>{t('stale.title')}</strong>
      {rows.length === 0 ? (
        t('stale.nothing-else')
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{t('stale.field')}</span>
              </th>
              <th scope="col">{t('stale.now')}</th>
              <th scope="col">{t('stale.mine')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, now, mine }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td data-empty={now === '' || undefined}>{now || t('stale.empty')}</td>
                <td data-empty={mine === '' || undefined}>{mine || t('stale.empty')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={classes['actions']}>
        {rows.length > 0 && (
          <Button size="xs" onClick={onApply}>
            {t('stale.apply')}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={onTake}>
          {t('stale.take')}
        </Button>
      </div>
    </div>
  );
}
