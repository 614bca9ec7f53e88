import { upload } from '#shared/api/upload.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { number } from '#shared/lib/format.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { FileField } from '#shared/ui/layout/file-field.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, Checkbox } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { importPeople, LIMITS, PEOPLE_COLUMNS, type PeopleImport } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalSentenceOf } from './user-failure.ts';
import classes from './users.module.css';

/** Imports users from a file: a preview with all problems first, then, if there are none, the import. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('people/users');
  const [file, setFile] = useState<File | null>(null);
  const [isInviting, setInviting] = useState(true);
  const look = useMutation({
    mutationFn: (chosen: File) =>
      upload(importPeople, chosen, { query: { apply: 'no' } }).then((answer) => answer.data),
  });
  const take = useMutation({
    mutationFn: (chosen: File) =>
      upload(importPeople, chosen, { query: { apply: 'yes', invite: isInviting ? 'yes' : 'no' } }).then(
        (answer) => answer.data,
      ),
    onSuccess: (result) => {
      if (!result.is_applied) return;
      void queryClient.invalidateQueries({ queryKey: ['people'] });
      toast(t('import.done', { count: result.created + result.changed }));
      onClose();
    },
  });
  // The result of the import replaces that of the preview, because users may have changed in between.
  const result = take.data ?? look.data;
  const error = take.error ?? look.error;
  const isReady = result !== undefined && result.problem_count === 0 && result.created + result.changed > 0;

  function handleFile(chosen: File | undefined): void {
    if (!chosen) return;
    setFile(chosen);
    take.reset();
    look.mutate(chosen);
  }

  return (
    <Dialog title={t('import.title')} onClose={onClose} width={680}>
      <div className={classes['form']}>
        <FileField
          autoFocus
          file={file}
          accept=".csv,.tsv,.txt,text/csv"
          words={{ drop: t('import.drop'), pick: t('import.pick'), other: t('import.other') }}
          hint={t('import.columns', {
            columns: PEOPLE_COLUMNS.join(', '),
            rows: number(LIMITS.listRows),
          })}
          onFile={handleFile}
        />
        {error && <Notice kind="failed">{t(`failed.${refusalSentenceOf(error)}`)}</Notice>}
        {look.isPending && <p role="status">{t('import.reading')}</p>}
        {!error && result && <Outcome result={result} />}
        {isReady && result.created > 0 && (
          <Checkbox
            label={t('import.invite')}
            description={t('import.invite-hint')}
            checked={isInviting}
            onChange={(event) => setInviting(event.currentTarget.checked)}
          />
        )}
        <div className={classes['foot']}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            disabled={!isReady || !file}
            loading={take.isPending}
            onClick={() => file && take.mutate(file)}
          >
            {t('import.apply')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Outcome({ result }: { result: PeopleImport }) {
  const { t } = useTranslation('people/users');
  const { problem_count: count, created, changed, unchanged } = result;
  if (count > 0)
    return (
      <>
        <Notice kind="failed">{t('import.problems', { count })}</Notice>
        <Problems result={result} />
      </>
    );
  return (
    <>
      <Notice kind={created + changed > 0 ? 'done' : 'info'}>
        {t('import.would', {
          created: number(created),
          changed: number(changed),
          unchanged: number(unchanged),
        })}
      </Notice>
      <Lines result={result} />
    </>
  );
}

function Problems({ result: { problems, problem_count: count } }: { result: PeopleImport }) {
  const { t } = useTranslation('people/users');
  return (
    <Table
      label={t('import.problem-list')}
      heads={[t('import.line'), t('import.column'), t('import.what')]}
      rows={problems.map(({ line, column, problem, value }) => ({
        key: `${line} ${column}`,
        cells: [number(line), column ?? '', t(`import.problem.${problem}`, { value: value ?? '' })],
      }))}
      rest={count - problems.length}
    />
  );
}

function Lines({ result: { lines, rows } }: { result: PeopleImport }) {
  const { t } = useTranslation('people/users');
  return (
    <Table
      label={t('import.line-list')}
      heads={[t('import.line'), t('column.name'), t('import.outcome'), t('import.columns-changed')]}
      rows={lines.map(({ line, name, outcome, columns }) => ({
        key: String(line),
        cells: [
          number(line),
          name,
          t(`import.as.${outcome}`),
          outcome === 'update' ? columns.join(', ') : '',
        ],
      }))}
      rest={rows - lines.length}
    />
  );
}

type TableProps = {
  label: string;
  heads: readonly string[];
  rows: readonly { key: string; cells: readonly string[] }[];
  /** Number of further rows that are not shown. */
  rest: number;
};

function Table({ label, heads, rows, rest }: TableProps) {
  const { t } = useTranslation('people/users');
  return (
    <>
      <div className={classes['plan']} role="region" aria-label={label} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells }) => (
              <tr key={key}>
                {cells.map((cell, index) => (
                  <td key={heads[index]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rest > 0 && <p className={classes['dim']}>{t('import.rest', { count: rest })}</p>}
    </>
  );
}
