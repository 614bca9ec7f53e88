import { IconMailX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './unsent-sign.module.css';

/** Something on this ticket did not reach everybody it was for. */
export function UnsentSign() {
  const { t } = useTranslation('tickets');
  const label = t('where.names.is_unsent');
  return (
    <span className={classes['sign']} title={label}>
      <IconMailX size={16} stroke={1.75} role="img" aria-label={label} />
    </span>
  );
}
