import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './stale-table.module.css';

type Row = { key: string | number; name: string; now: string; mine: string };
type Props = {
  /** Says who saved in the meantime, as far as that is known. */
  title: string;
  /** Fields in which the saved value differs from what was typed. */
  rows: readonly Row[];
  onApply: () => void;
  onTake: () => void;
};

/** Shown when somebody else saved in the meantime: their values beside the typed ones, and which of them to keep. */
export function StaleTable({ title, rows, onApply, onTake }: Props) {
  const { t } = useTranslation('shared/forms');
  return (
    <div className={classes['stale']} role="alert">
      <strong>{title}</strong>
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
