import { ChangesSection } from '#shared/audit/subject-changes.tsx';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { configQuery, useSession } from '#shared/api/session.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { isTimeZone, updateWorkspaceSettings } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { AccessSection, OrganisationSection, TicketsSection, type SectionProps } from './app-sections.tsx';
import { appChanges, appFormOf, appProblems } from './app-form.ts';
import { ErrorReportingSection } from '../error-reporting/error-reporting-section.tsx';
import { LogoSection } from './logo-section.tsx';
import { MailSection } from './mail-section.tsx';
import { RoomPlatformSection } from './room-platform-section.tsx';
import { TicketNumberSection } from './ticket-number-section.tsx';
import { RoutingSection } from './routing-section.tsx';
import { RecordingSection } from './recording-section.tsx';
import { SaveBar } from '#shared/forms/save-bar.tsx';
import classes from '../settings.module.css';
import { useSavedForm } from '#shared/forms/use-saved-form.ts';

/** Areas of the audit log that are set here. */
const AREAS = ['config', 'logo', 'error_reporting'];

/** The settings of the whole workspace. */
export function GeneralSettingsPage() {
  const { t } = useTranslation('settings');
  const { config, can } = useSession();
  const canEdit = can('CONFIG_APP:EDIT');
  const { draft, problems, error, bar } = useSavedForm({
    key: 'app',
    saved: appFormOf(config),
    problemsOf: (form) => appProblems(form, isTimeZone),
    async send(form) {
      const answer = await call(updateWorkspaceSettings, { body: appChanges(form, config) });
      queryClient.setQueryData(configQuery.queryKey, answer.data);
    },
  });
  const section: SectionProps = {
    form: draft.value,
    problems,
    change: (patch) => draft.set({ ...draft.value, ...patch }),
  };
  return (
    <div className={classes['page']}>
      <PageTitle title={t('app.title')} note={t('app.version', { version: config.version })}>
        <SaveBar canEdit={canEdit} {...bar} />
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
          <TicketNumberSection {...section} />
          <RoutingSection {...section} />
          <AccessSection {...section} />
          <RecordingSection {...section} config={config} />
          <RoomPlatformSection {...section} config={config} />
          <MailSection {...section} config={config} canTest={canEdit} isChanged={draft.isChanged} />
        </fieldset>
        {canEdit && (
          <div className={classes['sections']}>
            <LogoSection />
            <ErrorReportingSection />
          </div>
        )}
        <div className={classes['sections']}>
          <ChangesSection about={AREAS} />
        </div>
      </div>
    </div>
  );
}
