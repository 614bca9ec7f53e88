import { clockTime, minuteTime } from '#shared/lib/format.ts';
import { useTranslation } from 'react-i18next';

type Props = { at: string; time_zone: string; before_ends_at: string | null };

/** Tells at which moment the figures were computed, in which time zone, and where the period for comparison ends. */
export function AsOf({ at, time_zone: zone, before_ends_at: before }: Props) {
  const { t } = useTranslation('dashboards');
  return before
    ? t('as-of-compared', { time: clockTime(at), zone, before: minuteTime(before) })
    : t('as-of', { time: clockTime(at), zone });
}
