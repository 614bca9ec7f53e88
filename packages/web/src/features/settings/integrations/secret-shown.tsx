import { Notice } from '#shared/ui/states/notice.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './integrations.module.css';

/** Shows a secret once, with a button that copies it. */
export function SecretShown({ label, hint, value }: { label: string; hint: string; value: string }) {
  const { t } = useTranslation('settings/integrations');
  return (
    <>
      <Notice kind="warning">{hint}</Notice>
      <div className={classes['copied']}>
        <TextInput label={label} value={value} readOnly spellCheck={false} data-autofocus />
        <Button
          variant="default"
          leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
          aria-label={`${t('copy')}: ${label}`}
          onClick={() => void navigator.clipboard.writeText(value).then(() => toast(t('copied')))}
        >
          {t('copy')}
        </Button>
      </div>
    </>
  );
}
