import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { configQuery, useSession } from '#shared/api/session.ts';
import { Notice } from '#shared/ui/notice.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { useMutation } from '@tanstack/react-query';
import { updateAppConfig } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccessSection, OrganisationSection, TicketsSection, type SectionProps } from './app-sections.tsx';
import { appChanges, appFormOf, appProblems } from './app-form.ts';
import { MailSection } from './mail-section.tsx';
import { SaveBar } from './save-bar.tsx';
import { settingsFailure } from './settings-failure.ts';
import classes from './settings.module.css';
import { isTimeZone } from './time-zones.ts';
import { useDraft } from './use-draft.ts';

/** Settings of the whole application. */
export function AppConfigPage() {
  const { t } = useTranslation('settings');
  const { config, can } = useSession();
  const canEdit = can('CONFIG_APP:EDIT');
  const draft = useDraft('app', appFormOf(config));
  const [isTried, setTried] = useState(false);
  const problems = appProblems(draft.value, isTimeZone);
  const save = useMutation({
    mutationFn: () => call(updateAppConfig, { body: appChanges(draft.value, config) }),
    onSuccess: (answer) => {
      queryClient.setQueryData(configQuery.queryKey, answer.data);
      draft.discard();
      setTried(false);
    },
  });

  function handleSave(): void {
    setTried(true);
    if (problems.size === 0) save.mutate();
  }

  const section: SectionProps = {
    form: draft.value,
    // A field is complained about once somebody wants to save, not while they are still typing.
    problems: isTried ? problems : new Set(),
    change: (patch) => draft.set({ ...draft.value, ...patch }),
  };
  const error =
    isTried && problems.size > 0
      ? 'invalid'
      : save.isError && draft.isChanged
        ? settingsFailure(save.error)
        : null;
  return (
    <div className={classes['page']}>
      <PageTitle title={t('app.title')} note={t('app.version', { version: config.version })}>
        <SaveBar
          canEdit={canEdit}
          isChanged={draft.isChanged}
          isSaving={save.isPending}
          error={error}
          onSave={handleSave}
          onUndo={() => {
            draft.discard();
            setTried(false);
            save.reset();
          }}
        />
      </PageTitle>
      <div className={classes['scroll']}>
        {error && (
          <div className={classes['notice']}>
            <Notice kind="failed">{t(error)}</Notice>
          </div>
        )}
        <fieldset disabled={!canEdit} className={classes['sections']}>
          <OrganisationSection {...section} />
          <TicketsSection {...section} />
          <AccessSection {...section} />
          <MailSection {...section} config={config} canTest={canEdit} isChanged={draft.isChanged} />
        </fieldset>
      </div>
    </div>
  );
}
