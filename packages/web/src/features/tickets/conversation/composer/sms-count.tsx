import { smsLength } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './sms-count.module.css';

/** Shows of how many text messages a reply consists, and that files cannot be sent with one. */
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
