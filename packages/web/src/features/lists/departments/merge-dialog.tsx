import { reasonWords } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { useReference } from '#shared/api/session.ts';
import { number } from '#shared/lib/format.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, Select, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  DEPARTMENT_USES,
  mergeDepartments,
  previewDepartmentMerge,
  rowName,
  type DepartmentUses,
  type ListRow,
} from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '../api.ts';
import classes from '../drawer.module.css';

type Props = { row: ListRow; onClose: () => void };

/** Asks into which department this one is merged, and shows beforehand how much that concerns. */
export function MergeDialog({ row, onClose }: Props) {
  const { t } = useTranslation('lists/departments');
  const { data: reference } = useReference();
  const [to, setTo] = useState<string | null>(null);
  const { id } = row;
  const [name, into] = [
    rowName(row),
    reference?.departments.find((one) => String(one.id) === to)?.name ?? '',
  ];
  const uses = useQuery({
    queryKey: ['lists', 'departments', 'merge', id, to],
    queryFn: ({ signal }) =>
      call(previewDepartmentMerge, { params: { id }, query: { into_id: Number(to) }, signal }),
    enabled: to !== null,
    gcTime: 0,
  });
  const merge = useMutation({
    mutationFn: () => call(mergeDepartments, { params: { id }, body: { into_id: Number(to) } }),
    onSuccess() {
      toast(t('done', { name, into }));
      void refresh('departments');
      onClose();
    },
  });
  const others = (reference?.departments ?? []).filter((one) => one.is_active && one.id !== id);
  return (
    <Dialog title={t('title', { name })} onClose={onClose} width={520}>
      <Stack gap={16}>
        <p className={classes['hint']}>{t('what')}</p>
        <Select
          label={t('into')}
          data-autofocus
          placeholder={t('choose')}
          searchable
          nothingFoundMessage={t('not-found')}
          comboboxProps={{ withinPortal: false }}
          data={others.map((one) => ({ value: String(one.id), label: one.name }))}
          value={to}
          onChange={(value) => {
            merge.reset();
            setTo(value);
          }}
        />
        {uses.isLoading && <Skeletons rows={4} height={20} />}
        {uses.isError && <ErrorState error={uses.error} onRetry={() => void uses.refetch()} />}
        {uses.data && <Consequences uses={uses.data.data} into={into} />}
        {merge.isError && <Notice kind="failed">{reasonWords(merge.error) ?? t('failed')}</Notice>}
        <div className={classes['foot']}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button color="red" disabled={!uses.data} loading={merge.isPending} onClick={() => merge.mutate()}>
            {t('action')}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}

function Consequences({ uses, into }: { uses: DepartmentUses; into: string }) {
  const { t } = useTranslation('lists/departments');
  const some = DEPARTMENT_USES.filter((use) => uses[use] > 0);
  return (
    <>
      {some.length > 0 && (
        <div role="status">
          <p className={classes['counts-title']}>{t('goes', { into })}</p>
          <ul className={classes['counts']}>
            {some.map((use) => (
              <li key={use}>{t(`use.${use}`, { count: uses[use], shown: number(uses[use]), into })}</li>
            ))}
          </ul>
        </div>
      )}
      <Notice kind="warning">{t(some.length > 0 ? 'warning' : 'nothing')}</Notice>
    </>
  );
}
