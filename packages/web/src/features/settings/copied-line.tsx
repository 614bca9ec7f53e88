import { toast } from '#shared/ui/states/toast.ts';
import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './widgets.module.css';

type Props = { title: string; hint: string; text: string; copy: string };

/** A text with a button that copies it. */
export function CopiedLine({ title, hint, text, copy }: Props) {
  const { t } = useTranslation('settings');
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className={classes['dim']}>{hint}</p>
      <pre className={classes['snippet']} tabIndex={0}>
        {text}
      </pre>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
        onClick={() => void navigator.clipboard.writeText(text).then(() => toast(t('chat.copied')))}
      >
        {copy}
      </Button>
    </div>
  );
}
