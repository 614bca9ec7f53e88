import { useTranslation } from 'react-i18next';
import { number } from '#shared/lib/format.ts';
import type { Length } from './text-length.ts';
import classes from './sms-count.module.css';

/** Shows the length of a text against its limit, and by how much it exceeds it. */
export default function LengthLine({ length: { now, max } }: { length: Length }) {
  const { t } = useTranslation('tickets');
  return (
    <p role="status" className={classes['count']} data-bad={now > max ? '' : undefined}>
      {now > max
        ? t('composer.tooLong', { count: now - max, over: number(now - max), max: number(max) })
        : t('composer.nearLimit', { now: number(now), max: number(max) })}
    </p>
  );
}
