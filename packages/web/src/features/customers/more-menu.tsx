import { lazyOverlay } from '#shared/loading/lazy-overlay.tsx';
import { buildUrl } from '#shared/api/build-url.ts';
import { useSession } from '#shared/api/session.ts';
import { ExportItem } from '#shared/table/export-item.tsx';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconUpload } from '@tabler/icons-react';
import { exportCustomers } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOf } from './api.ts';
import type { CustomerView } from './realtime.ts';

const ImportDialog = lazyOverlay(() =>
  import('./import/import-dialog.tsx').then((module) => ({ default: module.ImportDialog })),
);

type Props = { view: CustomerView };

/** The menu to import and export customers. */
export function MoreMenu({ view }: Props) {
  const { t } = useTranslation('customers');
  const { can } = useSession();
  const [isImporting, setImporting] = useState(false);
  if (!can('CUSTOMERS:IMPORT') && !can('CUSTOMERS:EXPORT')) return null;
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={t('import.more')}>
            <IconDots size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {can('CUSTOMERS:IMPORT') && (
            <Menu.Item
              leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
              onClick={() => setImporting(true)}
            >
              {t('import.title')}
            </Menu.Item>
          )}
          {can('CUSTOMERS:EXPORT') && <ExportItem href={buildUrl(exportCustomers.path, {}, queryOf(view))} />}
        </Menu.Dropdown>
      </Menu>
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}
