import { Button } from '@mantine/core';
import { importShifts, SHIFT_CSV_HEAD, SHIFT_CSV_MAX, type ShiftImport } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { FileField } from '#shared/ui/layout/file-field.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { usePlanning } from './plan-api.ts';
import classes from './shifts.module.css';

type CheckedImport = { file: File; csv: string; found: ShiftImport };

/** Imports shifts from a file: a preview first, then the import. */
export function ImportDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('reporting/shifts');
  const { isBusy, plan } = usePlanning();
  const [looked, setLooked] = useState<CheckedImport | null>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  async function previewImport(file: File | undefined): Promise<void> {
    setLooked(null);
    setTooLarge(file !== undefined && file.size > SHIFT_CSV_MAX);
    if (!file || file.size > SHIFT_CSV_MAX) return;
    const csv = await file.text();
    await plan(async () => {
      const { data } = await call(importShifts, { body: { csv, dry_run: true } });
      setLooked({ file, csv, found: data });
      return null;
    });
  }
  async function load({ csv }: CheckedImport): Promise<void> {
    const isLoaded = await plan(async () => {
      const { data } = await call(importShifts, { body: { csv, dry_run: false } });
      if (!data.is_imported) setLooked((before) => before && { ...before, found: data });
      return data.is_imported ? t('imported', { count: data.shifts }) : null;
    });
    if (isLoaded && looked?.found.faults.length === 0) onClose();
  }
  const canLoad = looked !== null && looked.found.faults.length === 0 && looked.found.shifts > 0;
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('import')}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button loading={isBusy} disabled={!canLoad} onClick={() => looked && void load(looked)}>
            {t('import-now')}
          </Button>
        </>
      }
    >
      <div className={classes['form']}>
        <p className={classes['dim']}>{t('file-what')}</p>
        <pre className={classes['sample']}>
          {`${SHIFT_CSV_HEAD.join(',')}\ndewi,2026-11-30,08:00,17:00,12:00-13:00\nbudi,2026-11-30,22:00,06:00,`}
        </pre>
        <FileField
          autoFocus
          file={looked?.file ?? null}
          accept=".csv,text/csv"
          words={{ drop: t('drop'), pick: t('pick'), other: t('other-file') }}
          hint={t('file-hint')}
          onFile={(file) => void previewImport(file)}
        />
        {isTooLarge && <Notice kind="failed">{t('too-large')}</Notice>}
        {looked && <Found found={looked.found} />}
      </div>
    </Drawer>
  );
}

function Found({ found }: { found: ShiftImport }) {
  const { t } = useTranslation('reporting/shifts');
  const { shifts, people, replaced, faults } = found;
  if (faults.length === 0)
    return (
      <Notice kind={shifts > 0 ? 'done' : 'warning'}>
        {t('found', { count: shifts, people })} {replaced > 0 && t('found-replaced', { count: replaced })}
      </Notice>
    );
  return (
    <Notice kind="failed">
      {t('found-faults')}
      <ul>
        {faults.map(({ line, fault }) => (
          <li key={`${line} ${fault}`}>{t('line', { line, fault: t(`fault.${fault}`) })}</li>
        ))}
      </ul>
    </Notice>
  );
}
