import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './forms.module.css';

/** Says that a form may be read only. */
export function ViewOnly() {
  const { t } = useTranslation('shared/forms');
  return (
    <span className={classes['locked']}>
      <IconLock size={16} stroke={1.75} aria-hidden />
      {t('read-only')}
    </span>
  );
}
