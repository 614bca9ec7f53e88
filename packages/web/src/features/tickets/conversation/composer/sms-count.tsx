import { smsLength } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './sms-count.module.css';

/** How many text messages an answer is, and what does not go with one. */
export default function SmsCount({ text, hasFiles }: { text: string; hasFiles: boolean }) {
  const { t } = useTranslation('tickets');
  const { encoding, segments, left } = smsLength(text.trim());
  if (hasFiles)
    return (
      <p role="alert" className={classes['count']} data-bad>
        {t('sms.noFiles')}
      </p>
    );
  if (segments === 0) return null;
  return (
    <p className={classes['count']} title={encoding === 'UCS-2' ? t('sms.short') : undefined}>
      {t('sms.count', { count: segments, left })}
    </p>
  );
}
