import { lazyPart } from '#shared/loading/lazy-part.ts';
import { useSearchPatch } from '#shared/lib/search/use-search-patch.ts';
import { useSession } from '#shared/api/session.ts';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { useStored } from '#shared/lib/use-stored.ts';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { PaneDivider } from '#shared/ui/layout/pane-divider.tsx';
import { SearchField } from '#shared/ui/layout/search-field.tsx';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import {
  CUSTOMER_SORTS,
  isCustomFieldKey,
  conditionsText,
  type Condition,
  type Customer,
} from '@trunkline/contract';
import { Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLevelSort } from './table/use-columns.ts';
import { CustomerDrawer } from './customer-drawer.tsx';
import { CustomerList } from './table/customer-list.tsx';
import { CustomerProfile } from './customer-profile.tsx';
import classes from './customers.module.css';
import type { CustomerSort } from './realtime.ts';
import { ListTools } from './table/list-tools.tsx';
import { MoreMenu } from './more-menu.tsx';

const CustomerChips = lazyPart(() => import('./lazy.ts').then((later) => ({ default: later.CustomerChips })));

const PROFILE = { min: 340, max: 560, initial: 420 };

type Editing = { customer: Customer | null } | null;

/** The list of customers with its search, the open profile beside it, and the drawer with the form. */
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

  const field = (
    <SearchField
      ref={search}
      className={classes['search']}
      words={{ search: t('search'), clear: t('clear-search') }}
      value={view.q}
      onChange={(q) => change({ q: q || undefined })}
    />
  );
  const isOver = narrow && id !== undefined;
  return (
    <div className={classes['page']}>
      {/* On narrow screens the profile covers the list with its title, so screen readers get this one. */}
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
            <ListTools conditions={view.where} onFilter={(where) => change({ where })} isTable={!narrow} />
            <MoreMenu view={view} />
          </PageTitle>
          {narrow && <div className={classes['under']}>{field}</div>}
          {view.where.length > 0 && (
            <Suspense>
              <CustomerChips conditions={view.where} onChange={(where) => change({ where })} />
            </Suspense>
          )}
          <CustomerList
            view={view}
            selectedId={id}
            onSort={(sort) => change({ sort })}
            onClear={() => change({ q: undefined, where: [] })}
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

type Patch = { q?: string | undefined; sort?: CustomerSort; where?: Condition[]; id?: number | undefined };

/** Returns the parameters in the address and the function that changes them. */
function useAddress() {
  const search = useSearch({ from: '/shell/customers' });
  const patchSearch = useSearchPatch<typeof search>();
  const levelSort = useLevelSort();
  const sort = CUSTOMER_SORTS.find((name) => name === search.sort) ?? levelSort ?? 'last_contact';
  const where = useMemo(() => conditionsIn(search.where), [search.where]);
  const q = search.q ?? '';
  return {
    view: useMemo(() => ({ sort, q, where }), [sort, q, where]),
    id: search.id,
    change: ({ where: next, ...patch }: Patch) =>
      patchSearch(
        {
          ...patch,
          ...('q' in patch && { q: patch.q || undefined }),
          ...(next && { where: next.length > 0 ? JSON.stringify(next) : undefined }),
        },
        { replace: 'q' in patch },
      ),
  };
}

/** Reads the conditions in the address; ones that are not valid are left out, so that an old link still opens. */
function conditionsIn(text: string | undefined): Condition[] {
  const read = conditionsText.safeParse(text);
  return read.success ? read.data.filter(({ field }) => isCustomFieldKey(field)) : [];
}
