import { lazyOverlay } from '#shared/loading/lazy-overlay.tsx';
import { ActionIcon, Menu } from '@mantine/core';
import { IconBookmark, IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TicketView } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import { type DeskChoice, UNSENT_VIEWS } from '../filters.ts';
import { useViews } from './api.ts';
import { isSameSearch, searchOf } from './view-search.ts';

const SaveView = lazyOverlay(() => import('./save-view.tsx'));
const ManageViews = lazyOverlay(() => import('./manage-views.tsx'));
const BulkHistory = lazyOverlay(() => import('../bulk/bulk-history.tsx'));

type Dialogs = 'save' | 'manage' | 'bulk' | null;

/** Menu of saved views, own and shared ones, and rarely used settings of the list. */
export function ViewsMenu({ choice }: { choice: DeskChoice }) {
  const { t } = useTranslation('tickets');
  const { data } = useViews();
  const [opened, setOpened] = useState(false);
  const [dialog, setDialog] = useState<Dialogs>(null);
  const views = data?.views ?? [];
  const close = () => setDialog(null);
  useShortcuts([
    { key: 'v', description: t('views.keys'), group: t('keys.group'), run: () => setOpened(true) },
  ]);
  const groups = [
    { label: t('views.own'), views: views.filter((view) => !view.is_shared) },
    { label: t('views.shared'), views: views.filter((view) => view.is_shared) },
  ].filter((group) => group.views.length > 0);
  const current = searchOf(choice);
  return (
    <>
      <Menu opened={opened} onChange={setOpened} width={260}>
        <Menu.Target>
          <ActionIcon aria-label={t('views.label')} title={`${t('views.label')} (V)`}>
            <IconBookmark size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown mah={480} style={{ overflowY: 'auto' }}>
          {UNSENT_VIEWS.map((view) => (
            <Menu.Item
              key={view}
              renderRoot={(props) => <Link to="/tickets" search={{ view }} {...props} />}
              aria-current={choice.view === view ? 'true' : undefined}
              rightSection={choice.view === view && <IconCheck size={16} stroke={1.75} aria-hidden />}
            >
              {t(`view.${view}`)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {groups.length === 0 && <Menu.Label>{t('views.none')}</Menu.Label>}
          {groups.map((group) => (
            <div key={group.label} role="group" aria-label={group.label}>
              <Menu.Label>{group.label}</Menu.Label>
              {group.views.map((view) => (
                <ViewItem
                  key={view.id}
                  view={view}
                  isCurrent={isSameSearch(view.search, current)}
                  isDefault={view.id === data?.settings.default_view_id}
                />
              ))}
            </div>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setDialog('save')}>{t('views.save')}</Menu.Item>
          {views.length > 0 && <Menu.Item onClick={() => setDialog('manage')}>{t('views.manage')}</Menu.Item>}
          <Menu.Item onClick={() => setDialog('bulk')}>{t('bulk.last')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <>
        {dialog === 'save' && <SaveView search={current} onClose={close} />}
        {dialog === 'manage' && <ManageViews search={current} onClose={close} />}
        {dialog === 'bulk' && <BulkHistory onClose={close} />}
      </>
    </>
  );
}

type ItemProps = { view: TicketView; isCurrent: boolean; isDefault: boolean };

function ViewItem({ view, isCurrent, isDefault }: ItemProps) {
  const { t } = useTranslation('tickets');
  return (
    <Menu.Item
      renderRoot={(props) => <Link to="/tickets" search={view.search} {...props} />}
      aria-current={isCurrent ? 'true' : undefined}
      rightSection={isCurrent && <IconCheck size={16} stroke={1.75} aria-hidden />}
    >
      <bdi>{view.name}</bdi>
      {isDefault && ` · ${t('views.isDefault')}`}
    </Menu.Item>
  );
}
