import { ApiError, call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useSession } from '#shared/api/session.ts';
import { ChangesSection } from '#shared/audit/subject-changes.tsx';
import { sameValue } from '#shared/forms/same-value.ts';
import { useFormDraft } from '#shared/forms/use-form-draft.ts';
import { ViewOnly } from '#shared/forms/view-only.tsx';
import partNav from '#shared/ui/layout/part-nav.module.css';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { listLayouts, saveLayouts, staleLayoutsDetails, type LevelLayouts } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from '../settings.module.css';
import { LayoutSection } from './layout-section.tsx';

const KEY = ['list-fields', 'levels'];

/** The default columns and sorting of ticket and customer lists by role. */
export function ListFieldsPage() {
  const { t } = useTranslation('settings/list-fields');
  const { id } = useSearch({ from: '/shell/configurasi/config_list_fields' });
  const levels = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(listLayouts, { signal }).then((answer) => answer.data),
  });
  if (levels.isError) return <ErrorState isPage error={levels.error} onRetry={() => void levels.refetch()} />;
  if (!levels.data) return <Skeletons rows={8} height={44} />;
  const current = levels.data.find(({ level_id: level }) => level === id) ?? levels.data[0];
  if (!current) return null;
  return (
    <Layouts key={`${current.level_id} ${current.version}`} saved={current}>
      <nav className={partNav['nav']} aria-label={t('roles')}>
        {levels.data.map(({ level_id: level, level: name }) => (
          <Link
            key={level}
            to="/configurasi/config_list_fields"
            search={{ id: level }}
            className={partNav['part']}
            aria-current={level === current.level_id ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
    </Layouts>
  );
}

function show(layouts: LevelLayouts): void {
  queryClient.setQueryData<LevelLayouts[]>(KEY, (known) =>
    known?.map((each) => (each.level_id === layouts.level_id ? layouts : each)),
  );
}

function Layouts({ saved, children }: { saved: LevelLayouts; children: React.ReactNode }) {
  const { t } = useTranslation('settings/list-fields');
  const { can } = useSession();
  const canEdit = can('CONFIG_LIST_FIELD:EDIT');
  const { level_id: id, version } = saved;
  const draft = useFormDraft(`list-fields ${id} ${version}`, {
    tickets: saved.tickets,
    customers: saved.customers,
  });
  const form = draft.value;
  const isChanged = !sameValue(form, { tickets: saved.tickets, customers: saved.customers });
  const save = useMutation({
    mutationFn: () => call(saveLayouts, { params: { id }, body: { version, ...form } }),
    onSuccess({ data }) {
      draft.discard();
      show(data);
      toast(t('saved'));
    },
    onError(error) {
      const stale = staleLayoutsDetails.safeParse(error instanceof ApiError ? error.details : null);
      if (stale.success) show(stale.data.current);
      toast(t(stale.success ? 'stale' : 'failed'), { kind: stale.success ? 'info' : 'failed' });
    },
  });
  return (
    <div className={classes['page']}>
      <PageTitle title={t('title')} note={isChanged ? t('unsaved') : t('hint')}>
        {canEdit && isChanged && (
          <Button variant="default" onClick={draft.discard}>
            {t('discard')}
          </Button>
        )}
        {canEdit && (
          <Button disabled={!isChanged} loading={save.isPending} onClick={() => save.mutate()}>
            {t('save')}
          </Button>
        )}
      </PageTitle>
      {children}
      <div className={classes['scroll']}>
        {!canEdit && <ViewOnly />}
        <fieldset disabled={!canEdit} className={classes['sections']}>
          <LayoutSection
            list="tickets"
            layout={form.tickets}
            canEdit={canEdit}
            onChange={(tickets) => draft.set({ ...form, tickets })}
          />
          <LayoutSection
            list="customers"
            layout={form.customers}
            canEdit={canEdit}
            onChange={(customers) => draft.set({ ...form, customers })}
          />
        </fieldset>
        <ChangesSection about="list_fields" subject={`level ${id}`} />
      </div>
    </div>
  );
}
