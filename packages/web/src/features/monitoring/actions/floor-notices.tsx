import { ActionIcon } from '@mantine/core';
import { IconSpeakerphone, IconX } from '@tabler/icons-react';
import type { FloorNotice } from '@trunkline/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { realtime } from '#shared/api/realtime.ts';
import { nearTime } from '#shared/lib/near-time.ts';
import classes from './actions.module.css';

const SHOWN_AT_ONCE = 3;

/** Messages of supervisors to everybody; each stays until the user closes it. */
export default function FloorNotices() {
  const [notices, setNotices] = useState<readonly FloorNotice[]>([]);
  useEffect(
    () =>
      realtime.on('floor-notice', (notice) =>
        setNotices((known) => [...known.filter(({ id }) => id !== notice.id), notice].slice(-SHOWN_AT_ONCE)),
      ),
    [],
  );
  return notices.map((notice) => (
    <NoticeLine
      key={notice.id}
      notice={notice}
      onDismiss={() => setNotices((known) => known.filter(({ id }) => id !== notice.id))}
    />
  ));
}

function NoticeLine({
  notice: { kind, by, text, at },
  onDismiss,
}: {
  notice: FloorNotice;
  onDismiss: () => void;
}) {
  const { t } = useTranslation('monitoring/actions');
  return (
    <div className={classes['notice']}>
      <IconSpeakerphone size={18} stroke={1.75} aria-hidden />
      <span dir="auto">
        <b>{by}</b>, {nearTime(at, Date.now())}: {kind === 'activity' ? t('notice.activity') : text}
      </span>
      <ActionIcon size={28} aria-label={t('notice.dismiss')} onClick={onDismiss}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  );
}
