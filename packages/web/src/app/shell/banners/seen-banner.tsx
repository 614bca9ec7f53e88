import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { minuteTime } from '#shared/lib/format.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { IconEye } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { endSeeing, type CurrentUser } from '@trunkline/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './banners.module.css';

/** Reloads all tabs of a browser when seeing as somebody else begins or ends, because they share the session. */
const CHANNEL = 'trunkline-seeing';
const reload = (): void => globalThis.location.reload();

/** Shown while an administrator sees the workspace as somebody else. */
export function SeenBanner({ seenBy }: { seenBy: NonNullable<CurrentUser['seen_by']> }) {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  const { until } = seenBy;
  const others = useRef<BroadcastChannel>(null);
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = reload;
    others.current = channel;
    const timer = setTimeout(reload, Math.max(0, Date.parse(until) - Date.now()));
    return () => {
      channel.close();
      clearTimeout(timer);
    };
  }, [until]);
  const end = useMutation({
    mutationFn: () => call(endSeeing),
    onSuccess() {
      // By the channel that listens here: by another one this page would hear itself, and be loaded anew where it is.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches pages of our own origin only
      others.current?.postMessage('ended');
      globalThis.location.assign('/settings/users');
    },
    onError: () => toast(t('seeing.failed'), { kind: 'failed' }),
  });
  return (
    <div className={classes['banner']} data-kind="warning">
      <IconEye size={18} stroke={1.75} aria-hidden />
      <span className={classes['text']}>
        {t('seeing.text', { name: user.fullname, when: minuteTime(until) })}
      </span>
      <button type="button" disabled={end.isPending} onClick={() => end.mutate()}>
        {t('seeing.end')}
      </button>
    </div>
  );
}
