import { errorCode } from '#shared/api/api-error.ts';
import { upload } from '#shared/api/upload.ts';
import { number } from '#shared/lib/format.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { FileField } from '#shared/ui/layout/file-field.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { LIMITS, type ImportResult, type SettingsList } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './drawer.module.css';
import { columnHintFor } from './import-hints.ts';
import type { ListActions } from './use-list-actions.ts';

type Props = { list: SettingsList; actions: ListActions; onClose: () => void };

/** Imports rows from a file: a preview with all problems first, then, if there are none, the import. */
export function ImportDialog({ list, actions, onClose }: Props) {
  const { t } = useTranslation('lists');
  const [file, setFile] = useState<File | null>(null);
  const send = (chosen: File, apply: 'yes' | 'no') =>
    upload(list.endpoints.import, chosen, { query: { apply } }).then((answer) => answer.data);
  const look = useMutation({ mutationFn: (chosen: File) => send(chosen, 'no') });
  const take = useMutation({
    mutationFn: (chosen: File) => send(chosen, 'yes'),
    onSuccess: (result) => {
      if (!result.is_applied) return;
      actions.tell(t('import.done', { count: result.created + result.changed }), result.operation_id);
      onClose();
    },
  });
  // The result of the import replaces that of the preview, because the list may have changed in between.
  const result = take.data ?? look.data;
  const error = take.error ?? look.error;

  function handleFile(chosen: File | undefined): void {
    if (!chosen) return;
    setFile(chosen);
    take.reset();
    look.mutate(chosen);
  }

  const isReady = result !== undefined && result.problem_count === 0 && result.created + result.changed > 0;
  return (
    <Dialog title={t('import.title')} onClose={onClose} width={640}>
      <div className={classes['import']}>
        <FileField
          autoFocus
          file={file}
          accept=".csv,.tsv,.txt,text/csv"
          words={{ drop: t('import.drop'), pick: t('import.pick'), other: t('import.other') }}
          hint={t('import.columns', {
            columns: ['id', ...Object.keys(list.fields), 'is_active'].join(', '),
            rows: number(LIMITS.listRows),
          })}
          onFile={handleFile}
        />
        {error && <Notice kind="failed">{t(`import.refused.${refusalOf(error)}`)}</Notice>}
        {look.isPending && <p role="status">{t('import.reading')}</p>}
        {!error && result && <Outcome list={list} result={result} />}
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

const REFUSALS = ['duplicate', 'in_use', 'conflict', 'too_large', 'invalid_reference', 'offline'] as const;

const refusalOf = (error: unknown) => REFUSALS.find((code) => code === errorCode(error)) ?? 'failed';

function Outcome({ list, result }: { list: SettingsList; result: ImportResult }) {
  const { t } = useTranslation('lists');
  const { problems, problem_count: count } = result;
  const saidOf = ({ column, problem }: ImportResult['problems'][number]): string => {
    if (problem !== 'invalid') return t(`import.problem.${problem}`);
    const wanted = columnHintFor(list, column);
    return t(`import.wanted.${wanted.key}`, wanted.with);
  };
  if (count === 0)
    return (
      <Notice kind={result.created + result.changed > 0 ? 'done' : 'info'}>
        {t('import.would', {
          created: number(result.created),
          changed: number(result.changed),
          unchanged: number(result.unchanged),
        })}
      </Notice>
    );
  return (
    <>
      <Notice kind="failed">{t('import.problems', { count })}</Notice>
      <div className={classes['problems']} role="region" aria-label={t('import.problem-list')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('import.line')}</th>
              <th scope="col">{t('import.column')}</th>
              <th scope="col">{t('import.what')}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map((one) => (
              <tr key={`${one.line} ${one.column}`}>
                <td>{number(one.line)}</td>
                <td>{one.column}</td>
                <td>{saidOf(one)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {count > problems.length && (
        <p className={classes['by']}>{t('import.rest', { count: count - problems.length })}</p>
      )}
    </>
  );
}
