import { useSession } from '#shared/api/session.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAuditState } from './api.ts';
import classes from './audit.module.css';

const YEAR = 365;

/** Tells how long entries are kept, with a link to that setting. */
export function RetentionHint() {
  const { t } = useTranslation('audit');
  const { can } = useSession();
  const { data } = useAuditState();
  if (!data) return null;
  const { keep_days: days } = data;
  return (
    <p className={classes['keep']}>
      {t('keep')} {inWords()}
      {can('CUSTOMERS:PRIVACY') && <Link to="/settings/privacy">{t('keep-change')}</Link>}
    </p>
  );

  function inWords(): string {
    if (days === null) return t('keep-forever');
    return days % YEAR === 0 ? t('keep-years', { count: days / YEAR }) : t('keep-days', { count: days });
  }
}
