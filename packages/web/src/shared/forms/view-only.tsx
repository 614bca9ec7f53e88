import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './forms.module.css';

/** Tells that a form can be viewed but not changed. */
export function ViewOnly() {
  const { t } = useTranslation('shared/forms');
  return (
    <span className={classes['locked']}>
      <IconLock size={16} stroke={1.75} aria-hidden />
      {t('read-only')}
    </span>
  );
}
