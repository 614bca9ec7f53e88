import { CopyButton } from '#shared/copy/copy.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { TextInput } from '@mantine/core';
import classes from './integrations.module.css';

/** Shows a secret once, with a button that copies it. */
export function SecretShown({ label, hint, value }: { label: string; hint: string; value: string }) {
  return (
    <>
      <Notice kind="warning">{hint}</Notice>
      <div className={classes['copied']}>
        <TextInput label={label} value={value} readOnly spellCheck={false} data-autofocus />
        <CopyButton text={value} label={label} />
      </div>
    </>
  );
}
