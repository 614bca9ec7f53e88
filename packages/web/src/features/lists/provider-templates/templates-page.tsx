import { lazyOverlay } from '#shared/loading/lazy-overlay.tsx';
import { useSearchPatch } from '#shared/lib/search/use-search-patch.ts';
import { useSession } from '#shared/api/session.ts';
import { type ListSearch, readListSearch } from '#shared/lib/search/list-search.ts';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { SearchField } from '#shared/ui/layout/search-field.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import { IconBrandWhatsapp, IconPlus } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import type { MessagingTemplate, TemplateAccount } from '@trunkline/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import lists from '../lists.module.css';
import { AccountPart } from './account-part.tsx';
import { useTemplateAccounts } from './api.ts';
import classes from './provider-templates.module.css';
import { TemplatesNav } from './templates-nav.tsx';
import { useTemplateMatcher } from './use-template-matcher.ts';

const TemplateDrawer = lazyOverlay(() =>
  import('./template-drawer.tsx').then((module) => ({ default: module.TemplateDrawer })),
);
const NewTemplateDrawer = lazyOverlay(() =>
  import('./new-template-drawer.tsx').then((module) => ({ default: module.NewTemplateDrawer })),
);

/** The templates that WhatsApp has to approve before they may be sent, by account. */
export function TemplatesPage() {
  const { t } = useTranslation('lists/provider-templates');
  const { t: list } = useTranslation('lists');
  const { can } = useSession();
  const canEdit = can('TEMPLATE_CONTENT:EDIT');
  const narrow = useNarrow();
  const { q, id, change } = useAddress();
  const accounts = useTemplateAccounts();
  const [isNew, setNew] = useState(false);
  const [from, setFrom] = useState<MessagingTemplate>();
  const field = useRef<HTMLInputElement>(null);
  const begin = (like?: MessagingTemplate) => {
    setFrom(like);
    setNew(true);
    if (id !== undefined) change({ id: undefined });
  };
  const takers = accounts.data?.filter(({ has_business: has }) => has) ?? [];
  const canSubmit = canEdit && takers.length > 0;
  useShortcuts([
    {
      key: '/',
      description: list('keys.search'),
      group: list('keys.group'),
      run: () => field.current?.focus(),
    },
    ...(canSubmit
      ? [{ key: 'n', description: list('keys.new'), group: list('keys.group'), run: () => begin() }]
      : []),
  ]);
  const searchField = (
    <SearchField
      className={lists['search']}
      words={{ search: list('search'), clear: list('clear-search') }}
      ref={field}
      value={q}
      onChange={(next) => change({ q: next || undefined })}
    />
  );
  const open = accounts.data?.flatMap(({ templates }) => templates).find((one) => one.id === id);
  return (
    <div className={lists['page']}>
      <PageTitle title={t('title')}>
        {!narrow && searchField}
        {canSubmit && (
          <Button leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={() => begin()}>
            {t('new')}
          </Button>
        )}
      </PageTitle>
      <TemplatesNav />
      {narrow && <div className={classes['under']}>{searchField}</div>}
      <div className={classes['scroll']}>
        <p className={classes['intro']}>{t('intro')}</p>
        {accounts.isPending && <Skeletons rows={8} height={52} />}
        {accounts.isError && <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />}
        {accounts.data && (
          <All accounts={accounts.data} q={q} canEdit={canEdit} onShowAll={() => change({ q: undefined })} />
        )}
      </div>
      <>
        {open && (
          <TemplateDrawer
            key={open.id}
            template={open}
            onCopy={canSubmit ? () => begin(open) : undefined}
            onClose={() => change({ id: undefined })}
          />
        )}
        {isNew && <NewTemplateDrawer accounts={takers} from={from} onClose={() => setNew(false)} />}
      </>
    </div>
  );
}

type AllProps = { accounts: readonly TemplateAccount[]; q: string; canEdit: boolean; onShowAll: () => void };

function All({ accounts, q, canEdit, onShowAll }: AllProps) {
  const { t } = useTranslation('lists/provider-templates');
  const { t: list } = useTranslation('lists');
  const { can } = useSession();
  const fitting = useTemplateMatcher(q);
  const parts = accounts.map((account) => ({ account, templates: account.templates.filter(fitting) }));
  if (accounts.length === 0)
    return (
      <EmptyState icon={IconBrandWhatsapp} title={t('no-account')} hint={t('no-account-hint')}>
        {can('CONFIG_SOCIAL_MEDIA:EDIT') && (
          <Button renderRoot={(props) => <Link to="/configurasi/config_socmed" {...props} />}>
            {t('add-account')}
          </Button>
        )}
      </EmptyState>
    );
  if (q !== '' && parts.every(({ templates }) => templates.length === 0))
    return (
      <EmptyState title={list('none-found')} hint={list('none-found-hint')}>
        <Button variant="default" onClick={onShowAll}>
          {list('show-all')}
        </Button>
      </EmptyState>
    );
  return parts.map(({ account, templates }) =>
    q !== '' && templates.length === 0 ? null : (
      <AccountPart key={account.account_id} {...{ account, templates, q, canEdit }} />
    ),
  );
}

/** Returns the parameters in the address and the function that changes them. */
function useAddress() {
  const { q = '', id } = useLocation({ select: ({ search }) => readListSearch(search) });
  const patchSearch = useSearchPatch<ListSearch>();
  return {
    q,
    id,
    change: (patch: { q?: string | undefined; id?: number | undefined }): void =>
      patchSearch(patch, { replace: !('id' in patch) }),
  };
}
