import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { FileField } from '#shared/ui/layout/file-field.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Button, Progress } from '@mantine/core';
import type { CustomerImport } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { importRefusal, useCustomerImport } from './import-api.ts';
import { LastImports } from './last-imports.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { ImportColumnMapping } from './import-column-mapping.tsx';
import { ImportUndo } from './import-undo.tsx';
import classes from './import.module.css';

type Props = { onClose: () => void };

/** Imports customers from a file: assign its columns, check its lines, then import. */
export function ImportDialog({ onClose }: Props) {
  const { t } = useTranslation('customers');
  const { row, send, check, apply, stop, undo, open, error, forget } = useCustomerImport();
  const [isPlacing, setPlacing] = useState(false);
  const showsPlaces = row && (row.state === 'mapping' || isPlacing);
  return (
    <Dialog title={t('import.title')} onClose={onClose} width={680}>
      <div className={classes['import']}>
        {error && <Notice kind="failed">{t(`import.refused.${importRefusal(error)}`)}</Notice>}
        {!row && (
          <FileField
            autoFocus
            file={send.variables ?? null}
            accept=".csv,.tsv,.txt,text/csv"
            words={{ drop: t('import.drop'), pick: t('import.pick'), other: t('import.other') }}
            hint={t('import.hint')}
            onFile={(file) => file && send.mutate(file)}
          />
        )}
        {!row && !send.isPending && <LastImports onOpen={open} />}
        {send.isPending && <p role="status">{t('import.uploading')}</p>}
        {showsPlaces && (
          <ImportColumnMapping
            key={row.id}
            row={row}
            isSending={check.isPending}
            onCheck={(body) => check.mutate(body, { onSuccess: () => setPlacing(false) })}
            onOther={forget}
          />
        )}
        {row && !showsPlaces && <Going row={row} />}
        {row && !showsPlaces && (
          <Foot {...{ row, stop, apply, undo, forget, onClose }} onAgain={() => setPlacing(true)} />
        )}
      </div>
    </Dialog>
  );
}

function Going({ row }: { row: CustomerImport }) {
  const { t } = useTranslation('customers');
  if (row.undo) return <ImportUndo row={row} undo={row.undo} />;
  if (row.state !== 'checking' && row.state !== 'importing') return <ImportOutcome row={row} />;
  return (
    <div className={classes['going']}>
      <p role="status">{t(`import.${row.state}`, { count: row.rows })}</p>
      <Progress value={row.progress * 100} aria-label={t(`import.${row.state}`, { count: row.rows })} />
      <p className={classes['hint']}>{t('import.goes-on')}</p>
    </div>
  );
}

type FootProps = Pick<ReturnType<typeof useCustomerImport>, 'stop' | 'apply' | 'undo' | 'forget'> & {
  row: CustomerImport;
  onAgain: () => void;
  onClose: () => void;
};

function Foot({ row, stop, apply, undo, forget, onAgain, onClose }: FootProps) {
  const { t } = useTranslation('customers');
  return (
    <div className={classes['foot']}>
      {row.state === 'checking' || row.state === 'importing' ? (
        <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
          {t('import.stop')}
        </Button>
      ) : (
        <Button variant="subtle" onClick={forget}>
          {t('import.new')}
        </Button>
      )}
      {(row.state === 'checked' || row.state === 'stopped') && (
        <Button variant="default" onClick={onAgain}>
          {t('import.again')}
        </Button>
      )}
      {row.can_undo && (
        <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
          {t('undoImport.undo')}
        </Button>
      )}
      <Button variant="default" onClick={onClose}>
        {t('import.close')}
      </Button>
      {row.state === 'checked' && (
        <Button
          disabled={row.created + row.changed === 0}
          loading={apply.isPending}
          onClick={() => apply.mutate()}
        >
          {t('import.apply')}
        </Button>
      )}
    </div>
  );
}
