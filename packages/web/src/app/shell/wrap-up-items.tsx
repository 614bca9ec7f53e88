import { ApiError, call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { stopwatchText } from '#shared/lib/format.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { Menu } from '@mantine/core';
import { IconCheck, IconClockPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { extendWrapUp } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { applyOwnActivity } from '../own-activity.ts';

/** Menu entries of the wrap-up: how long it lasts, and the buttons to end or extend it. */
export default function WrapUpItems({ onReady }: { onReady: () => void }) {
  const { t } = useTranslation('shared/activities');
  const { user } = useSession();
  const { activity_cause: cause, activity_ends_at: endsAt } = user;
  const longer = useMutation({
    mutationFn: () => call(extendWrapUp, { body: {} }),
    onSuccess: (answer) => applyOwnActivity(answer.data),
    onError: (error) => {
      const isOver = error instanceof ApiError && error.code === 'conflict';
      if (!isOver) toast(t('wrapUp.failed'), { kind: 'failed' });
    },
  });
  return (
    <>
      <Menu.Label>
        {endsAt ? <Left endsAt={endsAt} /> : t(cause === 'missed_call' ? 'wrapUp.missed' : 'wrapUp.untimed')}
      </Menu.Label>
      <Menu.Item onClick={onReady} leftSection={<IconCheck size={16} stroke={1.75} aria-hidden />}>
        {t(cause === 'missed_call' ? 'wrapUp.back' : 'wrapUp.end')}
      </Menu.Item>
      {endsAt && (
        <Menu.Item
          closeMenuOnClick={false}
          onClick={() => longer.mutate()}
          leftSection={<IconClockPlus size={16} stroke={1.75} aria-hidden />}
        >
          {t('wrapUp.longer')}
        </Menu.Item>
      )}
      <Menu.Divider />
    </>
  );
}

function Left({ endsAt }: { endsAt: string }) {
  const { t } = useTranslation('shared/activities');
  const now = useNow();
  return t('wrapUp.timed', {
    time: stopwatchText(Math.max(0, Math.ceil((Date.parse(endsAt) - now) / 1000))),
  });
}
