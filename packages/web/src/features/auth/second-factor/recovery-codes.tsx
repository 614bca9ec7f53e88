import { CopyButton } from '#shared/copy/copy.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './second-factor.module.css';

/** Shows new recovery codes; they cannot be shown again later. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('auth/second-factor');
  const text = `${codes.join('\n')}\n`;
  return (
    <div className={classes['step']}>
      <Notice kind="warning">{t('codes-hint')}</Notice>
      <ul className={classes['codes']} aria-label={t('codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes['actions']}>
        <CopyButton text={text} />
        <Button
          component="a"
          variant="default"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        >
          {t('download')}
        </Button>
        <Button onClick={onDone}>{t('saved')}</Button>
      </div>
    </div>
  );
}
