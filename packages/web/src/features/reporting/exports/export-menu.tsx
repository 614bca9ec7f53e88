import { lazyOverlay } from '#shared/loading/lazy-overlay.tsx';
import { ApiError } from '#shared/api/api-error.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, Menu } from '@mantine/core';
import { IconDownload, IconFiles, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import type { ExportFormat, ReportFilters } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportDefinition } from '../api.ts';
import { useCreateExport } from './api.ts';

const FilesDialog = lazyOverlay(() =>
  import('./files-dialog.tsx').then((module) => ({ default: module.FilesDialog })),
);

const ICONS = { xlsx: IconFileSpreadsheet, csv: IconFileTypeCsv };

type Props = { definition: ReportDefinition; query: ReportFilters };

/** Exports the current report to a file, and opens the list of files. */
export function ExportMenu({ definition, query }: Props) {
  const { t } = useTranslation('reporting/exports');
  const [isOpen, setOpen] = useState(false);
  const create = useCreateExport();
  const make = (format: ExportFormat) => {
    setOpen(true);
    create.mutate(
      { report: definition.code, format, query },
      {
        onError: (error) =>
          toast((error instanceof ApiError && error.words) || t('failed'), { kind: 'failed' }),
      },
    );
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          >
            {t('export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(['xlsx', 'csv'] as const).map((format) => {
            const Sign = ICONS[format];
            return (
              <Menu.Item
                key={format}
                leftSection={<Sign size={16} stroke={1.75} aria-hidden />}
                onClick={() => make(format)}
              >
                {t(`format.${format}`)}
              </Menu.Item>
            );
          })}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconFiles size={16} stroke={1.75} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t('files')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen && <FilesDialog onClose={() => setOpen(false)} />}
    </>
  );
}
