import { Button } from '@mantine/core';
import { Activity, setActivity } from '@trunkline/contract';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import classes from './list-pane.module.css';

/** Tells an agent who is offline that no chats and calls are offered, with a button to change that. */
export function OfflineHint() {
  const { t } = useTranslation('tickets');
  const { can, user } = useSession();
  const ready = useMutation({
    mutationFn: () => call(setActivity, { body: { user_activity_id: Activity.ready } }),
  });
  const isOffline = user.user_activity_id === Activity.offline;
  const hasMissed = user.activity_cause === 'missed_call';
  if (!(isOffline || hasMissed) || !can('TICKETS:REPLY')) return null;
  return (
    <div className={classes['hint']}>
      <Notice
        actions={
          <Button
            size="compact-sm"
            variant="default"
            loading={ready.isPending}
            onClick={() => ready.mutate()}
          >
            {t('hint.ready')}
          </Button>
        }
      >
        {t(`hint.${hintOf({ hasFailed: ready.isError, hasMissed })}`)}
      </Notice>
    </div>
  );
}

const hintOf = ({ hasFailed, hasMissed }: Record<'hasFailed' | 'hasMissed', boolean>) => {
  if (hasFailed) return 'failed';
  return hasMissed ? 'missed' : 'offline';
};
