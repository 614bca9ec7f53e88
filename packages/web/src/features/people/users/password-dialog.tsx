import { CopyButton } from '#shared/copy/copy.tsx';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './users.module.css';

/** Shows a temporary password once. */
export function PasswordDialog({ password, onClose }: { password: string; onClose: () => void }) {
  const { t } = useTranslation('people/users');
  return (
    <Dialog title={t('password.title')} onClose={onClose} width={440}>
      <div className={classes['form']}>
        <div className={classes['beside']}>
          <TextInput label={t('password.label')} value={password} readOnly data-autofocus />
          <CopyButton text={password} />
        </div>
        <p className={classes['dim']}>{t('password.hint')}</p>
        <div className={classes['foot']}>
          <Button onClick={onClose}>{t('close')}</Button>
        </div>
      </div>
    </Dialog>
  );
}
