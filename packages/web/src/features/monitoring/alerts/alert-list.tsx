import { Button } from '@mantine/core';
import { acknowledgeAlert, type FloorAlert } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { nearTime } from '#shared/lib/near-time.ts';
import { useFloorAction } from '../actions/use-floor-action.ts';
import { Since } from '../since.tsx';
import classes from './alerts.module.css';
import { useAlertWords } from './use-alert-words.ts';

/** The current alerts, with who has acknowledged each. */
export function AlertList({ alerts }: { alerts: readonly FloorAlert[] }) {
  const { t } = useTranslation('monitoring/alerts');
  if (alerts.length === 0) return null;
  return (
    <ul className={classes['alerts']} aria-label={t('on')}>
      {alerts.map((alert) => (
        <Line key={alert.id} alert={alert} />
      ))}
    </ul>
  );
}

function Line({ alert }: { alert: FloorAlert }) {
  const { t } = useTranslation('monitoring/alerts');
  const { can } = useSession();
  const { isBusy, act } = useFloorAction();
  const words = useAlertWords();
  const { id, level, name, kind, value, since, acknowledged_by: by, acknowledged_at: at } = alert;
  return (
    <li data-level={level}>
      <b>{t(`level.${level}`)}</b>
      <span className={classes['about']}>
        <span dir="auto">{name}</span>
        <small>
          {words.aboutOf(alert)} · {words.valueOf(kind, value)}
        </small>
      </span>
      <Since at={since} />
      {by && at && (
        <small dir="auto">{t('acknowledged-by', { name: by.name, time: nearTime(at, Date.now()) })}</small>
      )}
      {!by && can('MONITORING:CONTROL') && (
        <Button
          size="compact-sm"
          variant="default"
          loading={isBusy}
          aria-label={t('acknowledge-one', { name })}
          onClick={() =>
            void act(async () => {
              await call(acknowledgeAlert, { params: { id }, body: {} });
              return t('acknowledged');
            })
          }
        >
          {t('acknowledge')}
        </Button>
      )}
    </li>
  );
}
