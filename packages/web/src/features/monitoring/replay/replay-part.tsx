import { ActionIcon, Button, Slider, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { currentDayIn, getFloorReplay } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { minuteTime } from '#shared/lib/format.ts';
import { timeZoneStore } from '#shared/lib/time-zone.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { ReplayBoard } from './replay-board.tsx';
import { dayStart, MINUTE_MS, minutesOfDay, timeText } from './replay-time.ts';
import classes from './replay.module.css';

/** Replays the board of any past minute. */
export function ReplayPart({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('monitoring/replay');
  const zone = timeZoneStore.get();
  const now = useNow(MINUTE_MS);
  const [at, setAt] = useState(() => Math.floor(now / MINUTE_MS - 1) * MINUTE_MS);
  const [moving, setMoving] = useState<number | null>(null);
  const day = currentDayIn(zone, at);
  const start = dayStart(day, zone);
  const minutes = minutesOfDay(day, zone);
  const last = Math.min(minutes - 1, Math.floor((now - start) / MINUTE_MS));
  const move = (next: number) => setAt(Math.min(next, Math.floor(now / MINUTE_MS) * MINUTE_MS));
  const { data, error, refetch } = useQuery({
    queryKey: ['monitoring', 'replay', at],
    queryFn: async ({ signal }) =>
      (await call(getFloorReplay, { query: { at: new Date(at).toISOString() }, signal })).data,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  const shown = moving ?? Math.round((at - start) / MINUTE_MS);
  return (
    <>
      <div className={classes['tools']}>
        <TextInput
          type="date"
          size="xs"
          aria-label={t('day')}
          value={day}
          max={currentDayIn(zone, now)}
          onChange={({ currentTarget: { value } }) =>
            value && move(dayStart(value, zone) + Math.round((at - start) / MINUTE_MS) * MINUTE_MS)
          }
        />
        <ActionIcon aria-label={t('earlier')} onClick={() => move(at - MINUTE_MS)}>
          <IconChevronLeft size={18} stroke={1.75} />
        </ActionIcon>
        <Slider
          className={classes['slider'] ?? ''}
          thumbLabel={t('minute')}
          label={null}
          min={0}
          max={Math.max(1, last)}
          value={Math.min(shown, Math.max(1, last))}
          onChange={setMoving}
          onChangeEnd={(minute) => {
            setMoving(null);
            move(start + minute * MINUTE_MS);
          }}
        />
        <ActionIcon aria-label={t('later')} onClick={() => move(at + MINUTE_MS)}>
          <IconChevronRight size={18} stroke={1.75} />
        </ActionIcon>
        <b role="status">{moving === null ? minuteTime(at) : timeText(start + moving * MINUTE_MS)}</b>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('live')}
        </Button>
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeletons rows={8} height={44} />}
      {data && <ReplayBoard replay={data} />}
    </>
  );
}
