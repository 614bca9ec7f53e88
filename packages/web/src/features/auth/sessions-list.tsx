import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { exactTime, relativeTime } from '#shared/lib/format.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { revokeSession } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { sessionsQuery } from './api.ts';
import { deviceName } from '#shared/sessions/device-name.ts';
import classes from './profile-page.module.css';
import { useFailureText } from './use-failure-text.ts';

/** The signed-in user's sessions, each with a button to end it. */
export function SessionsList() {
  const { t } = useTranslation('auth');
  const sessions = useQuery(sessionsQuery);
  const now = useNow(60_000);
  const failureText = useFailureText();
  const revoke = useMutation({
    mutationFn: (id: number) => call(revokeSession, { params: { id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      toast(t('profile.revoked'));
    },
    onError: (error) => toast(failureText(error), { kind: 'failed' }),
  });
  if (sessions.isPending) return <Skeletons rows={2} height={52} />;
  if (sessions.isError) return <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />;
  return (
    <ul className={classes['rows']}>
      {sessions.data.map((session) => (
        <li key={session.id} className={classes['row']}>
          <div className={classes['main']}>
            <span className={classes['name']}>{deviceName(session.user_agent)}</span>{' '}
            {session.current && <span className={classes['here']}>{t('profile.this-session')}</span>}
            <div className={classes['dim']} title={exactTime(session.last_seen_at)}>
              {session.address} · {t('profile.last-seen', { when: relativeTime(session.last_seen_at, now) })}
            </div>
          </div>
          {!session.current && (
            <Button
              variant="default"
              size="xs"
              loading={revoke.isPending && revoke.variables === session.id}
              aria-label={t('profile.revoke-label', { name: deviceName(session.user_agent) })}
              onClick={() => revoke.mutate(session.id)}
            >
              {t('profile.revoke')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
