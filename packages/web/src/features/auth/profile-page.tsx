import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { exactTime, shortDate } from '#shared/lib/format.ts';
import { SignOutEverywhere } from '#shared/sessions/sign-out-everywhere.tsx';
import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Checkbox } from '@mantine/core';
import { changePassword } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionsQuery } from './api.ts';
import { NotificationsSection } from './notifications-section.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import classes from './profile-page.module.css';
import { PasskeysSection } from './passkeys/passkeys-section.tsx';
import { IdentitiesSection } from './providers/identities-section.tsx';
import { SecondFactorSection } from './second-factor/second-factor-section.tsx';
import { SessionsList } from './sessions-list.tsx';
import { SoundsSection } from './sounds-section.tsx';

/** The signed-in user's profile, password, sessions, sounds and notifications. */
export function ProfilePage() {
  const { t } = useTranslation('auth');
  const { user, config } = useSession();
  const expires = user.password_exp_date;
  const [isKept, setKept] = useState(true);

  function handlePasswordSaved(): void {
    toast(t('profile.password-done'));
    void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  }

  return (
    <div className={classes['page']}>
      <PageTitle title={t('profile.title')} />
      <div className={classes['sections']}>
        <FormSection title={t('profile.you')}>
          <ProfileForm user={user} />
        </FormSection>
        <FormSection
          title={t('profile.password-title')}
          hint={
            expires ? (
              <span title={exactTime(expires)}>
                {t('profile.password-expires', { when: shortDate(expires) })}
              </span>
            ) : undefined
          }
        >
          <PasswordForm
            withCurrent
            size="sm"
            min={config.password_min_length}
            submitLabel={t('profile.password-submit')}
            onSave={(entry) =>
              call(changePassword, {
                body: {
                  current_password: entry.current,
                  new_password: entry.next,
                  keep_session: isKept,
                },
              })
            }
            onSaved={handlePasswordSaved}
          >
            <Checkbox
              label={t('profile.keep-session')}
              description={t('profile.keep-session-hint')}
              checked={isKept}
              onChange={(event) => setKept(event.currentTarget.checked)}
            />
          </PasswordForm>
        </FormSection>
        <SecondFactorSection />
        <PasskeysSection />
        <IdentitiesSection />
        <FormSection title={t('profile.sessions')}>
          <SessionsList />
          <SignOutEverywhere
            onDone={() => void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })}
          />
        </FormSection>
        <FormSection title={t('profile.sounds')} hint={t('profile.sounds-hint')}>
          <SoundsSection user={user} />
        </FormSection>
        <FormSection title={t('profile.notifications')} hint={t('profile.notifications-hint')}>
          <NotificationsSection />
        </FormSection>
      </div>
    </div>
  );
}
