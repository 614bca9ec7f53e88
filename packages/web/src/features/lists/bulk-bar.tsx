import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './lists.module.css';

type Props = { count: number; onClear: () => void; onSetActive: (isActive: boolean) => Promise<void> };

/** The bulk actions for the selected rows. */
export function BulkBar({ count, onClear, onSetActive }: Props) {
  const { t } = useTranslation('lists');
  return (
    <div className={classes['tools']} role="group" aria-label={t('bulk.label')}>
      <strong className={classes['count']} role="status">
        {t('bulk.count', { count })}
      </strong>
      <Button size="xs" variant="default" onClick={() => void onSetActive(true)}>
        {t('activate')}
      </Button>
      <Button size="xs" variant="default" onClick={() => void onSetActive(false)}>
        {t('deactivate')}
      </Button>
      <Button size="xs" variant="subtle" onClick={onClear}>
        {t('bulk.clear')}
      </Button>
    </div>
  );
}
