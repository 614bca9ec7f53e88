import { relativeTime } from '#shared/lib/format.ts';
import { Button } from '@mantine/core';
import type { List } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './drawer.module.css';
import { differencesOf, type RowForm, type Stale } from './row-form.ts';
import { useValueWords } from './use-value-words.ts';

type Props = { list: List; form: RowForm; stale: Stale; onApply: () => void; onTake: () => void };

/** Somebody was faster: who it was, what is saved now beside what was typed, and whose shall stand. */
export function StaleRow({ list, form, stale, onApply, onTake }: Props) {
  const { t } = useTranslation('lists');
  const words = useValueWords(list);
  const rows = differencesOf(list.fields, form, stale.current);
  const last = stale.changes.at(-1);
  return (
    <div className={classes['stale']} role="alert">
      <strong>
        {last ? t('stale.by', { name: last.user_name, when: relativeTime(last.at) }) : t('stale.title')}
      </strong>
      {rows.length === 0 ? (
        <p>{t('stale.nothing-else')}</p>
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
                <th scope="row">{t(`field.${field}`)}</th>
                <td>{words(field, now)}</td>
                <td>{words(field, mine)}</td>
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
