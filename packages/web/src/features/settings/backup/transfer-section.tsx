import { reasonWords } from '#shared/api/api-error.ts';
import { buildUrl } from '#shared/api/build-url.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { upload } from '#shared/api/upload.ts';
import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, FileButton } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { exportSettings, importSettings, type SettingsTransfer } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './backup.module.css';
import { transferFailure } from './transfer-failure.ts';
import { TransferResult } from './transfer-result.tsx';

/** Exports the settings as a file and imports such a file, with a preview of its changes first. */
export function TransferSection() {
  const { t } = useTranslation('settings/backup');
  const [file, setFile] = useState<File | null>(null);
  const [result, setResult] = useState<SettingsTransfer | null>(null);
  const take = useMutation({
    mutationFn: ({ chosen, apply }: { chosen: File; apply: 'yes' | 'no' }) =>
      upload(importSettings, chosen, { query: { apply } }),
    onSuccess: async ({ data }) => {
      setResult(data);
      if (!data.is_applied) return;
      setFile(null);
      toast(t('transfer.done'));
      await queryClient.invalidateQueries();
    },
  });
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setResult(null);
    if (chosen) take.mutate({ chosen, apply: 'no' });
  };
  const isChange = result?.parts.some(({ created, changed }) => created + changed > 0) ?? false;
  return (
    <FormSection title={t('transfer.title')} hint={t('transfer.hint')}>
      <div className={classes['tools']}>
        <Button
          component="a"
          href={buildUrl(exportSettings.path)}
          download
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        >
          {t('transfer.export')}
        </Button>
        <FileButton accept="application/json,.json" onChange={choose}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={take.isPending}
              leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
            >
              {t('transfer.import')}
            </Button>
          )}
        </FileButton>
      </div>
      {take.isError && (
        <Notice kind="failed">
          {reasonWords(take.error) ?? t(`transfer.refused.${transferFailure(take.error)}`)}
        </Notice>
      )}
      {result && <TransferResult result={result} />}
      {file && result && !result.is_applied && result.problems.length === 0 && isChange && (
        <div className={classes['tools']}>
          <Button loading={take.isPending} onClick={() => take.mutate({ chosen: file, apply: 'yes' })}>
            {t('transfer.apply')}
          </Button>
          <Button variant="default" onClick={() => choose(null)}>
            {t('transfer.cancel')}
          </Button>
        </div>
      )}
    </FormSection>
  );
}
