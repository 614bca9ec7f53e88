import { useSession } from '#shared/api/session.ts';
import { useShortcuts } from '#shared/lib/shortcuts.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { useStored } from '#shared/lib/use-stored.ts';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { PaneDivider } from '#shared/ui/pane-divider.tsx';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { CUSTOMER_SORTS, type Customer } from '@trunkline/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CustomerDrawer } from './customer-drawer.tsx';
import { CustomerList } from './customer-list.tsx';
import { CustomerProfile } from './customer-profile.tsx';
import classes from './customers.module.css';
import type { CustomerSort } from './realtime.ts';
import { MoreMenu } from './more-menu.tsx';
import { SearchField } from './search-field.tsx';

const PROFILE = { min: 340, max: 560, initial: 420 };

type Editing = { customer: Customer | null } | null;

/** Who writes to us: a list to search, a profile beside it, a drawer to write in. */
export function CustomersPage() {
  const { t } = useTranslation('customers');
  const { can } = useSession();
  const narrow = useNarrow();
  const { view, id, change } = useAddress();
  const [editing, setEditing] = useState<Editing>(null);
  const [width, setWidth] = useStored('customers.profile', (stored) =>
    typeof stored === 'number' ? stored : PROFILE.initial,
  );
  const search = useRef<HTMLInputElement>(null);
  const close = () => change({ id: undefined });

  useShortcuts([
    { key: '/', description: t('keys.search'), group: t('keys.group'), run: () => search.current?.focus() },
    ...(can('CUSTOMERS:CREATE')
      ? [
          {
            key: 'c',
            description: t('keys.new'),
            group: t('keys.group'),
            run: () => setEditing({ customer: null }),
          },
        ]
      : []),
    { key: 'Escape', description: t('keys.close'), group: t('keys.group'), run: close },
  ]);

  const field = <SearchField ref={search} value={view.q} onChange={(q) => change({ q: q || undefined })} />;
  const isOver = narrow && id !== undefined;
  return (
    <div className={classes['page']}>
      {/* The profile covers the list and its title. */}
      {isOver && <h1 className="sr-only">{t('title')}</h1>}
      {!isOver && (
        <section className={classes['left']} aria-label={t('list')}>
          <PageTitle title={t('title')}>
            {!narrow && field}
            {can('CUSTOMERS:CREATE') && (
              <Button
                leftSection={<IconPlus size={16} stroke={1.75} />}
                onClick={() => setEditing({ customer: null })}
              >
                {t('new')}
              </Button>
            )}
            <MoreMenu view={view} />
          </PageTitle>
          {narrow && <div className={classes['under']}>{field}</div>}
          <CustomerList
            view={view}
            selectedId={id}
            onSort={(sort) => change({ sort })}
            onClearSearch={() => change({ q: undefined })}
          />
        </section>
      )}
      {id !== undefined && (
        <>
          {!narrow && (
            <PaneDivider
              label={t('profile.label')}
              width={width}
              limits={PROFILE}
              onChange={setWidth}
              fromRight
            />
          )}
          <section
            className={classes['right']}
            style={narrow ? undefined : { width }}
            aria-label={t('profile.label')}
          >
            <CustomerProfile
              key={id}
              id={id}
              onClose={close}
              onEdit={(customer) => setEditing({ customer })}
              onShow={(other) => change({ id: other })}
            />
          </section>
        </>
      )}
      {editing && (
        <CustomerDrawer
          key={editing.customer?.id ?? 'new'}
          customer={editing.customer}
          onClose={() => setEditing(null)}
          onSaved={(customer) => change({ id: customer.id })}
        />
      )}
    </div>
  );
}

/** What the address says, and how to change it. */
function useAddress() {
  const search = useSearch({ from: '/shell/customers' });
  const navigate = useNavigate();
  const sort = CUSTOMER_SORTS.find((name) => name === search.sort) ?? 'last_contact';
  return {
    view: { sort, q: search.q ?? '' },
    id: search.id,
    change: (patch: { q?: string | undefined; sort?: CustomerSort; id?: number | undefined }) => {
      const { q, id, sort: nextSort } = { ...search, ...patch };
      void navigate({
        to: '/customers',
        search: { ...(q && { q }), ...(nextSort && { sort: nextSort }), ...(id && { id }) },
        replace: 'q' in patch,
      });
    },
  };
}
