import { errorCode } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { useReference } from '#shared/api/session.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { FileField } from '#shared/ui/layout/file-field.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Button, Select } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ICALENDAR_LENGTH, importCalendar, type ResponseOf } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayWords } from './calendar-words.ts';
import classes from './drawer.module.css';
import type { ListActions } from './use-list-actions.ts';

type Props = { actions: ListActions; onClose: () => void };
type ImportPreview = ResponseOf<typeof importCalendar>['data'];
type ImportRequest = { file: File; officeHoursId: number | null; apply: boolean };

const PROBLEMS_SHOWN = 20;

class TooLong extends Error {}

/** Imports holidays from a calendar file: a preview first, then the import. */
export function CalendarDialog({ actions, onClose }: Props) {
  const { t } = useTranslation('lists');
  const { data: reference } = useReference();
  const [file, setFile] = useState<File | null>(null);
  const [officeHoursId, setOfficeHours] = useState<number | null>(null);
  const look = useMutation({ mutationFn: send });
  const take = useMutation({
    mutationFn: send,
    onSuccess: ({ created, operation_id: operationId }) => {
      actions.tell(t('calendar.done', { count: created }), operationId);
      onClose();
    },
  });
  const error = take.error ?? look.error;
  const count = look.data?.holidays.filter((day) => day.is_new).length ?? 0;

  function read(chosen: File, hours: number | null): void {
    take.reset();
    look.mutate({ file: chosen, officeHoursId: hours, apply: false });
  }

  return (
    <Dialog title={t('calendar.title')} onClose={onClose} width={640}>
      <div className={classes['import']}>
        <FileField
          autoFocus
          file={file}
          accept=".ics,text/calendar"
          words={{ drop: t('calendar.drop'), pick: t('import.pick'), other: t('import.other') }}
          hint={t('calendar.hint')}
          onFile={(chosen) => {
            if (!chosen) return;
            setFile(chosen);
            read(chosen, officeHoursId);
          }}
        />
        <Select
          label={t('calendar.for')}
          comboboxProps={{ withinPortal: false }}
          data={[
            { value: '', label: t('calendar.all') },
            ...(reference?.office_hours ?? [])
              .filter((one) => one.is_active)
              .map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={officeHoursId === null ? '' : String(officeHoursId)}
          allowDeselect={false}
          onChange={(value) => {
            const hours = value ? Number(value) : null;
            setOfficeHours(hours);
            if (file) read(file, hours);
          }}
        />
        {look.isPending && <p role="status">{t('import.reading')}</p>}
        {error && <Notice kind="failed">{t(`calendar.${refusalOf(error)}`)}</Notice>}
        {!error && look.data && <Outcome found={look.data} count={count} />}
        <div className={classes['foot']}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            disabled={count === 0 || !file || error !== null}
            loading={take.isPending}
            onClick={() => file && take.mutate({ file, officeHoursId, apply: true })}
          >
            {t('calendar.apply')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

async function send({ file, officeHoursId, apply }: ImportRequest): Promise<ImportPreview> {
  if (file.size > ICALENDAR_LENGTH) throw new TooLong();
  const icalendar = await file.text();
  return (await call(importCalendar, { body: { icalendar, office_hours_id: officeHoursId, apply } })).data;
}

function refusalOf(error: Error): 'too-long' | 'unreadable' | 'failed' {
  if (error instanceof TooLong) return 'too-long';
  return errorCode(error) === 'invalid' ? 'unreadable' : 'failed';
}

function Outcome({ found: { holidays, problems }, count }: { found: ImportPreview; count: number }) {
  const { t, i18n } = useTranslation('lists');
  return (
    <>
      {holidays.length === 0 ? (
        <Notice kind="info">{t('calendar.none')}</Notice>
      ) : (
        <Notice kind={count > 0 ? 'done' : 'info'}>
          {count > 0 ? t('calendar.would', { count }) : t('calendar.nothing')}
        </Notice>
      )}
      <div className={classes['problems']} role="region" aria-label={t('calendar.title')} tabIndex={0}>
        <table>
          <tbody>
            {holidays.map(({ name, date, is_new: isNew }) => (
              <tr key={`${date} ${name}`}>
                <td>{dayWords(date, i18n.language)}</td>
                <td>
                  <bdi>{name}</bdi>
                </td>
                <td>{isNew ? '' : t('calendar.known')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {problems.length > 0 && (
        <Notice kind="warning">
          {t('calendar.left')}
          <ul className={classes['left']}>
            {problems.slice(0, PROBLEMS_SHOWN).map(({ event, problem }, index) => (
              // By index, because events of a file may be alike.
              <li key={index}>
                {event && <bdi>{event}: </bdi>}
                {t(`calendar.problem.${problem}`)}
              </li>
            ))}
          </ul>
          {problems.length > PROBLEMS_SHOWN && t('import.rest', { count: problems.length - PROBLEMS_SHOWN })}
        </Notice>
      )}
    </>
  );
}
