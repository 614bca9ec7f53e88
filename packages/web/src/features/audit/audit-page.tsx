import { buildUrl } from '#shared/api/build-url.ts';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { ExportItem } from '#shared/table/export-item.tsx';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { SearchField } from '#shared/ui/layout/search-field.tsx';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { exportAudit } from '@trunkline/contract';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AuditDrawer } from './audit-drawer.tsx';
import classes from './audit.module.css';
import { AuditTable } from './audit-table.tsx';
import { AuditTools } from './audit-tools.tsx';
import { RetentionHint } from './retention-hint.tsx';
import { filterOf, useAuditSearch } from './use-audit-search.ts';

/** The audit log with its search, filters and export. */
export function AuditPage() {
  const { t } = useTranslation('audit');
  const narrow = useNarrow();
  const { search, change } = useAuditSearch();
  const field = useRef<HTMLInputElement>(null);
  useShortcuts([
    { key: '/', description: t('keys.search'), group: t('keys.group'), run: () => field.current?.focus() },
  ]);
  const searchField = (
    <SearchField
      ref={field}
      className={classes['search']}
      words={{ search: t('search'), clear: t('clear') }}
      value={search.q ?? ''}
      onChange={(q) => change({ q: q || undefined })}
    />
  );
  const clear = () =>
    change({
      q: undefined,
      about: undefined,
      subject: undefined,
      from: undefined,
      to: undefined,
      user: undefined,
    });
  return (
    <div className={classes['page']}>
      <PageTitle title={t('title')}>
        {!narrow && searchField}
        <Menu>
          <Menu.Target>
            <ActionIcon aria-label={t('more')}>
              <IconDots size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <ExportItem href={buildUrl(exportAudit.path, {}, filterOf(search))} />
          </Menu.Dropdown>
        </Menu>
      </PageTitle>
      {narrow && <div className={classes['under']}>{searchField}</div>}
      <AuditTools search={search} onChange={change}>
        <RetentionHint />
      </AuditTools>
      <AuditTable search={search} onOpen={(id) => change({ id })} onClear={clear} />
      {search.id !== undefined && (
        <AuditDrawer key={search.id} id={search.id} onClose={() => change({ id: undefined })} />
      )}
    </div>
  );
}
