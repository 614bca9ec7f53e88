import { lazyPart } from '#shared/loading/lazy-part.ts';
import { ApiError, call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useReference, useSession, userQuery } from '#shared/api/session.ts';
import { stopwatchText, workTimeText } from '#shared/lib/format.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconCoffee } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Activity, setActivity, type BodyOf, type Reference } from '@trunkline/contract';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { applyOwnActivity } from '../own-activity.ts';
import classes from './activity-switch.module.css';

const WrapUpItems = lazyPart(() => import('./wrap-up-items.tsx'));

// Above the dialog of a ringing call, which covers the menu on a phone, so that the status can always be changed.
const OVER_A_RING = 450;

const PLAIN = [Activity.ready, Activity.messagesOnly, Activity.offline] as const;

/** Shows the signed-in user's activity and since when, and the menu to change it. */
export function ActivitySwitch() {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  const { data: reference } = useReference();
  const change = useMutation({
    mutationFn: (body: BodyOf<typeof setActivity>) => call(setActivity, { body }),
    onSuccess: (answer) => applyOwnActivity(answer.data),
    onError: (error) => {
      toast(
        error instanceof ApiError && error.code === 'offline' ? t('connection.down') : t('activity.failed'),
        { kind: 'failed' },
      );
      void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
    },
  });
  const all = reference?.break_reasons ?? [];
  const reasons = all.filter((reason) => isOffered(reason, user.department_ids));
  const own = all.find((reason) => reason.id === user.break_reason_id);
  const { activity_cause: cause, activity_ends_at: endsAt } = user;
  const name =
    own && user.user_activity_id === Activity.onBreak
      ? own.name
      : t(`activity.${cause ?? user.user_activity_id}`);
  const beReady = () => change.mutate({ user_activity_id: Activity.ready });
  return (
    <Menu width={248} position="bottom-end" zIndex={OVER_A_RING}>
      <Menu.Target>
        <button
          type="button"
          className={classes['switch']}
          data-activity={user.user_activity_id}
          data-cause={cause}
        >
          <span className={classes['dot']} aria-hidden />
          <span className={classes['name']}>{name}</span>
          <Timer
            key={user.activity_since}
            since={user.activity_since}
            endsAt={endsAt}
            limitMinutes={own?.limit_minutes ?? null}
          />
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {cause && (
          <Suspense>
            <WrapUpItems onReady={beReady} />
          </Suspense>
        )}
        {PLAIN.map((activity) => (
          <Menu.Item
            key={activity}
            onClick={() => change.mutate({ user_activity_id: activity })}
            leftSection={<span className={classes['dot']} data-activity={activity} aria-hidden />}
            rightSection={
              user.user_activity_id === activity && <IconCheck size={16} stroke={1.75} aria-hidden />
            }
          >
            {t(`activity.${activity}`)}
            <span className={classes['hint']}>{t(`activity.hint.${activity}`)}</span>
          </Menu.Item>
        ))}
        {reasons.length > 0 && <Menu.Divider />}
        {reasons.length > 0 && <Menu.Label>{t('activity.breaks')}</Menu.Label>}
        {reasons.map((reason) => (
          <Menu.Item
            key={reason.id}
            onClick={() => change.mutate({ user_activity_id: Activity.onBreak, break_reason_id: reason.id })}
            leftSection={<IconCoffee size={16} stroke={1.75} aria-hidden />}
            rightSection={own?.id === reason.id && <IconCheck size={16} stroke={1.75} aria-hidden />}
          >
            {reason.name}
            {reason.limit_minutes !== null && (
              <span className={classes['hint']}>
                {t('activity.limit', { time: workTimeText(reason.limit_minutes * 60) })}
              </span>
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type Reason = Reference['break_reasons'][number];

const isOffered = ({ is_active, department_id: of }: Reason, departmentIds: readonly number[]): boolean =>
  is_active && (of === null || departmentIds.includes(of));

type TimerProps = { since: string; endsAt: string | null; limitMinutes: number | null };

/** Shows for how long the activity lasts, marked beyond its limit; for an activity that ends by itself, the time left. */
function Timer({ since, endsAt, limitMinutes }: TimerProps) {
  const { t } = useTranslation('shell');
  const now = useNow();
  const isOver = limitMinutes !== null && now - Date.parse(since) > limitMinutes * 60_000;
  const seconds = endsAt
    ? Math.max(0, Math.ceil((Date.parse(endsAt) - now) / 1000))
    : (now - Date.parse(since)) / 1000;
  const time = stopwatchText(seconds);
  return (
    <span
      className={classes['time']}
      data-left={endsAt ? time : undefined}
      data-over={isOver || undefined}
      title={isOver ? t('activity.over', { time: workTimeText(limitMinutes * 60) }) : undefined}
    >
      {endsAt ? t('activity.left', { time }) : time}
    </span>
  );
}
