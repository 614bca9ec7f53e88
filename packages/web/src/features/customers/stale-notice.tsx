import { Button } from '@mantine/core';
import type { Customer } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './customer-drawer.module.css';
import { differences, type CustomerForm } from './customer-form.ts';

type Props = { form: CustomerForm; current: Customer; onApply: () => void; onTake: () => void };

/** Somebody was faster: what is saved now beside what was typed, and whose shall stand. */
export function StaleNotice({ form, current, onApply, onTake }: Props) {
  const { t } = useTranslation('customers');
  const rows = differences(form, current);
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
            {rows.map(({ field, now, mine }) => (
              <tr key={field}>
                <th scope="row">{t(`form.${field}`)}</th>
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
