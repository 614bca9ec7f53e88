import { useSession } from '#shared/api/session.ts';
import { exactTime, number } from '#shared/lib/format.ts';
import type { ReportSearch } from '#shared/lib/search/report-search.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { REPORT_MAIL_STATES, type SavedReport } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportDefinition } from '../api.ts';
import { savedView, searchOf, useCreateSaved, useRemoveSaved, useSavedReports } from './api.ts';
import classes from './saved.module.css';
import { SavedForm } from './saved-form.tsx';

type Props = { definition: ReportDefinition; search: ReportSearch; onClose: () => void };

/** The saved views of a report: open, change, send by e-mail on a schedule, or save the current one. */
export function SavedDialog({ definition, search, onClose }: Props) {
  const { t } = useTranslation('reporting/saved');
  const { data, error, refetch } = useSavedReports();
  const [edited, setEdited] = useState<SavedReport | 'new'>();
  const own = data?.filter(({ report }) => report === definition.code);
  return (
    <Dialog title={t('title')} onClose={onClose} width={600}>
      {edited !== undefined && (
        <SavedForm
          report={definition.code}
          known={edited === 'new' ? undefined : edited}
          view={savedView(search)}
          onClose={() => setEdited(undefined)}
        />
      )}
      {edited === undefined && (
        <>
          {!own && error && <ErrorState error={error} onRetry={() => void refetch()} />}
          {!own && !error && <Skeletons rows={3} height={44} />}
          {own?.length === 0 && <p className={classes['hint']}>{t('none')}</p>}
          <ul className={classes['list']}>
            {own?.map((row) => (
              <SavedRow key={row.id} row={row} onOpen={onClose} onEdit={() => setEdited(row)} />
            ))}
          </ul>
          <div className={classes['foot']}>
            <Button
              size="xs"
              leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
              onClick={() => setEdited('new')}
            >
              {t('save-view')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

type RowProps = { row: SavedReport; onOpen: () => void; onEdit: () => void };

function SavedRow({ row, onOpen, onEdit }: RowProps) {
  const { t } = useTranslation('reporting/saved');
  const { user } = useSession();
  const navigate = useNavigate();
  const remove = useRemoveSaved();
  const create = useCreateSaved();
  const isOwn = row.user_id === user.id;
  const handleOpen = () => {
    onOpen();
    void navigate({ to: '.', search: searchOf(row) as never });
  };
  const handleRemove = () =>
    remove.mutate(row, {
      onSuccess: () =>
        toast(t('removed', { name: row.name }), {
          action: { label: t('undo'), run: () => create.mutate(row) },
        }),
      onError: () => toast(t('failed'), { kind: 'failed' }),
    });
  return (
    <li>
      <div className={classes['what']}>
        <button type="button" onClick={handleOpen}>
          {row.name}
        </button>
        {!isOwn && <span>{t('of', { name: row.owner })}</span>}
        {isOwn && row.is_shared && <span>{t('shared')}</span>}
        {row.schedule && row.next_at !== null && (
          <span>{t('next', { time: exactTime(row.next_at), count: row.schedule.user_ids.length })}</span>
        )}
        {row.last && (
          <span>{t('last', { time: exactTime(row.last.due_at), outcome: outcomeOf(row, t) })}</span>
        )}
      </div>
      {isOwn && (
        <>
          <ActionIcon
            aria-label={t('edit', { name: row.name })}
            title={t('edit', { name: row.name })}
            onClick={onEdit}
          >
            <IconPencil size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
          <ActionIcon
            aria-label={t('remove', { name: row.name })}
            title={t('remove', { name: row.name })}
            onClick={handleRemove}
          >
            <IconTrash size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </>
      )}
    </li>
  );
}

type Words = ReturnType<typeof useTranslation<'reporting/saved'>>['t'];

const outcomeOf = ({ last }: SavedReport, t: Words): string =>
  REPORT_MAIL_STATES.filter((state) => last?.counts[state])
    .map((state) => t(`outcome.${state}`, { count: number(last?.counts[state] ?? 0) }))
    .join(', ');
