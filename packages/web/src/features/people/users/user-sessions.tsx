import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { exactTime, relativeTime } from '#shared/lib/format.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { deviceName } from '#shared/sessions/device-name.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { revokeUserSession, type Person } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { userSessionsQuery } from './api.ts';
import { refusalSentenceOf } from './user-failure.ts';
import classes from './users.module.css';

/** The sessions of a user, each with a button to end it where that is allowed. */
export function UserSessions({ person: { id }, canEnd }: { person: Pick<Person, 'id'>; canEnd: boolean }) {
  const { t } = useTranslation('people/users');
  const sessions = useQuery(userSessionsQuery(id));
  const now = useNow(60_000);
  const revoke = useMutation({
    mutationFn: (session_id: number) => call(revokeUserSession, { params: { id, session_id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(userSessionsQuery(id));
      toast(t('sessions.ended'));
    },
    onError: (error) => toast(t(`failed.${refusalSentenceOf(error)}`), { kind: 'failed' }),
  });
  if (sessions.isPending) return <Skeletons rows={1} height={44} />;
  if (sessions.isError) return <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />;
  if (sessions.data.length === 0) return <p className={classes['dim']}>{t('sessions.none')}</p>;
  return (
    <ul className={classes['rows']} aria-label={t('sessions.title')}>
      {sessions.data.map((session) => {
        const name = deviceName(session.user_agent);
        return (
          <li key={session.id}>
            <div>
              {name}
              <p className={classes['dim']} title={exactTime(session.last_seen_at)}>
                {session.address} · {t('sessions.seen', { when: relativeTime(session.last_seen_at, now) })}
              </p>
            </div>
            {canEnd && !session.current && (
              <Button
                variant="default"
                size="xs"
                aria-label={t('sessions.end-label', { name })}
                loading={revoke.isPending && revoke.variables === session.id}
                onClick={() => revoke.mutate(session.id)}
              >
                {t('sessions.end')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
