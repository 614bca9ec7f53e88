import { useSession } from '#shared/api/session.ts';
import { useTranslation } from 'react-i18next';
import classes from '../widgets.module.css';

const COMMAND = 'npm run simulate';

/** In a demo workspace: how to write as a customer without an account at a provider. */
export function SimulatedHint() {
  const { t } = useTranslation('settings/accounts');
  const { config } = useSession();
  if (!config.is_demo) return null;
  if (config.phones_url)
    return (
      <p className={classes['hint']}>
        {t('simulated.running')}{' '}
        <a href={config.phones_url} target="_blank" rel="noreferrer">
          {t('simulated.open')}
        </a>
      </p>
    );
  const [before, after] = t('simulated.none').split('<command>');
  return (
    <p className={classes['hint']}>
      {before}
      <code>{COMMAND}</code>
      {after}
    </p>
  );
}
