import { lazyOverlay } from '#shared/loading/lazy-overlay.tsx';
import { useSearchPatch } from '#shared/lib/search/use-search-patch.ts';
import { useReference, useSession } from '#shared/api/session.ts';
import { number } from '#shared/lib/format.ts';
import type { PeopleSearch } from '#shared/lib/search/people-search.ts';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { SearchField } from '#shared/ui/layout/search-field.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconPlus, IconUpload, IconUserSearch } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import type { Level, Person, Reference } from '@trunkline/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLevels } from '../levels/api.ts';
import { usePeople } from './api.ts';
import { UserDrawer } from './user-drawer.tsx';
import { UsersTable } from './users-table.tsx';
import { UsersTools } from './users-tools.tsx';
import { shownPeople, viewOf, type UsersView } from './users-view.ts';
import classes from './users.module.css';

const ImportDialog = lazyOverlay(() =>
  import('./import-dialog.tsx').then((module) => ({ default: module.ImportDialog })),
);

/** Number of rows rendered at first; a button shows more. */
const PAGE = 200;
type Patch = { [K in keyof PeopleSearch]: PeopleSearch[K] | undefined };

/** The list of all users. */
export function UsersPage() {
  const people = usePeople();
  const levels = useLevels();
  const reference = useReference();
  const failed = people.error ?? levels.error ?? reference.error;
  const retry = () => void Promise.all([people.refetch(), levels.refetch(), reference.refetch()]);
  if (failed) return <ErrorState isPage error={failed} onRetry={retry} />;
  if (!people.data || !levels.data || !reference.data) return <Skeletons rows={10} height={44} />;
  return <Users people={people.data} levels={levels.data.data} reference={reference.data} />;
}

type Props = { people: readonly Person[]; levels: readonly Level[]; reference: Reference };

function Users({ people, levels, reference }: Props) {
  const { t } = useTranslation('people/users');
  const { can } = useSession();
  const narrow = useNarrow();
  const { search, change } = useAddress();
  const view = viewOf(search);
  const [isNew, setNew] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const canEdit = can('USERS:EDIT');
  useShortcuts([
    { key: '/', description: t('keys.search'), group: t('title'), run: () => field.current?.focus() },
    ...(canEdit ? [{ key: 'n', description: t('new'), group: t('title'), run: () => setNew(true) }] : []),
  ]);
  const close = () => {
    setNew(false);
    if (search.id !== undefined) change({ id: undefined });
  };
  const searchField = (
    <SearchField
      ref={field}
      className={classes['search']}
      words={{ search: t('search'), clear: t('clear') }}
      value={view.q}
      onChange={(q) => change({ q: q || undefined })}
    />
  );
  const shown = shownPeople(people, view);
  const open = isNew ? null : people.find((person) => person.id === search.id);
  return (
    <div className={classes['page']}>
      <PageTitle title={t('title')} note={number(shown.length)}>
        {!narrow && searchField}
        {canEdit && (
          <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setNew(true)}>
            {t('new')}
          </Button>
        )}
      </PageTitle>
      {narrow && <div className={classes['under']}>{searchField}</div>}
      <UsersTools view={view} levels={levels} reference={reference} onChange={change}>
        {canEdit && (
          <Menu>
            <Menu.Target>
              <ActionIcon aria-label={t('more')} className={classes['more'] ?? ''}>
                <IconDots size={18} stroke={1.75} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
                onClick={() => setImporting(true)}
              >
                {t('import.title')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </UsersTools>
      <Rows shown={shown} reference={reference} view={view} search={search} onChange={change} />
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
      {open !== undefined && (
        <UserDrawer
          key={open ? `${open.id} ${open.version}` : 'new'}
          person={open}
          people={people}
          levels={levels}
          reference={reference}
          canEdit={canEdit}
          onClose={close}
        />
      )}
    </div>
  );
}

type RowsProps = {
  shown: readonly Person[];
  reference: Reference;
  view: UsersView;
  search: PeopleSearch;
  onChange: (patch: Patch) => void;
};

function Rows({ shown, reference, view, search, onChange }: RowsProps) {
  const { t } = useTranslation('people/users');
  const [most, setMost] = useState(PAGE);
  if (shown.length === 0)
    return (
      <EmptyState icon={IconUserSearch} title={t('none')} hint={t('none-hint')}>
        <Button
          variant="default"
          onClick={() =>
            onChange({ q: undefined, status: undefined, level: undefined, department: undefined })
          }
        >
          {t('show-all')}
        </Button>
      </EmptyState>
    );
  const rest = shown.length - most;
  return (
    <div className={classes['scroll']}>
      <UsersTable
        people={shown.slice(0, most)}
        reference={reference}
        view={view}
        search={search}
        onSort={onChange}
      />
      {rest > 0 && (
        <div className={classes['rest']}>
          <Button variant="default" onClick={() => setMost(most + PAGE)}>
            {t('show-more', { count: rest })}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Returns the parameters in the address and the function that changes them. */
function useAddress() {
  const search = useSearch({ from: '/shell/settings/users' });
  const patchSearch = useSearchPatch<typeof search>();
  return {
    search,
    change: (patch: Patch): void => patchSearch(patch, { replace: !('id' in patch) }),
  };
}
