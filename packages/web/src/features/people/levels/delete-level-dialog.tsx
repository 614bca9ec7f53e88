import { ApiError } from '#shared/api/api-error.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { levelInUseDetails, type Level } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { deleteLevel } from './api.ts';
import classes from './levels.module.css';

/** Confirms the deletion of a role; a role that still has users cannot be deleted, and the dialog says how many. */
export function DeleteLevelDialog({ level, onClose }: { level: Level; onClose: () => void }) {
  const { t } = useTranslation('people/levels');
  const remove = useMutation({
    mutationFn: () => deleteLevel(level.id),
    onSuccess() {
      toast(t('deleted', { name: level.name }));
      onClose();
    },
  });
  const refused = levelInUseDetails.safeParse(remove.error instanceof ApiError ? remove.error.details : null);
  const people = refused.data ?? level.people;
  const isFree = people.all === 0;
  return (
    <Dialog title={t('delete-title', { name: level.name })} onClose={onClose}>
      <div className={classes['fields']}>
        {remove.isError && isFree && <Notice kind="failed">{t('not-deleted')}</Notice>}
        {isFree ? (
          <p className={classes['sentence']}>{t('delete-hint')}</p>
        ) : (
          <Notice kind="warning">
            {t('in-use', { count: people.all })}{' '}
            {people.all > people.active && t('in-use-inactive', { count: people.all - people.active })}
          </Notice>
        )}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('cancel')}
          </Button>
          {isFree && (
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t('delete')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
