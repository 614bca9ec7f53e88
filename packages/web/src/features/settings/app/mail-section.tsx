import { call } from '#shared/api/call.ts';
import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Button, PasswordInput, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { LIMITS, testMail, type WorkspaceSettings } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { NO_MAIL, type MailForm } from './app-form.ts';
import type { SectionProps } from './app-sections.tsx';
import { RangeInput } from '../range-input.tsx';
import { saveFailure } from '#shared/forms/save-failure.ts';
import classes from '../settings.module.css';

type Props = SectionProps & { config: WorkspaceSettings; canTest: boolean; isChanged: boolean };

/** The server for outgoing e-mail, with a connection test. */
export function MailSection({ form, problems, change, config, canTest, isChanged }: Props) {
  const { t } = useTranslation('settings');
  const set = (patch: Partial<MailForm>) => change({ mail: { ...form.mail, ...patch } });
  const hint = (
    <>
      {t('app.mail-hint')}
      <br />
      <span className={classes['tag']} data-on={config.mail.is_configured || undefined}>
        {t(config.mail.is_configured ? 'app.configured' : 'app.not-configured')}
      </span>
    </>
  );
  return (
    <FormSection title={t('app.mail')} hint={hint} anchor="outgoing-mail">
      <div className={classes['fields']}>
        <div className={classes['pair']}>
          <TextInput
            label={t('app.host')}
            value={form.mail.host}
            maxLength={LIMITS.identity}
            placeholder="smtp.example.com"
            spellCheck={false}
            onChange={(event) => set({ host: event.currentTarget.value.trim() })}
          />
          <RangeInput
            field="mail.port"
            label={t('app.port')}
            value={form.mail.port}
            problems={problems}
            onChange={(port) => set({ port })}
          />
        </div>
        <Switch
          label={t('app.secure')}
          description={t('app.secure-hint')}
          checked={form.mail.secure}
          onChange={(event) => set({ secure: event.currentTarget.checked })}
        />
        <TextInput
          label={t('app.user')}
          value={form.mail.username}
          maxLength={LIMITS.identity}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => set({ username: event.currentTarget.value })}
        />
        <PasswordInput
          label={t('app.password')}
          description={t(config.mail.is_configured ? 'app.password-kept' : 'app.password-none')}
          value={form.mail.password}
          maxLength={500}
          autoComplete="new-password"
          onChange={(event) => set({ password: event.currentTarget.value })}
        />
        <TextInput
          label={t('app.from')}
          type="email"
          value={form.mail.from}
          maxLength={LIMITS.identity}
          placeholder="desk@example.com"
          error={problems.has('mail.from') && t('app.from-bad')}
          onChange={(event) => set({ from: event.currentTarget.value.trim() })}
        />
        {canTest && <MailTest isConfigured={config.mail.is_configured} isChanged={isChanged} />}
        {canTest && form.mail.host !== '' && (
          <Button variant="default" className={classes['off']} onClick={() => set(NO_MAIL)}>
            {t('app.mail-off')}
          </Button>
        )}
      </div>
    </FormSection>
  );
}

function MailTest({ isConfigured, isChanged }: { isConfigured: boolean; isChanged: boolean }) {
  const { t } = useTranslation('settings');
  const test = useMutation({ mutationFn: () => call(testMail) });
  const why = isChanged ? t('app.test-unsaved') : isConfigured ? null : t('app.test-none');
  return (
    <div className={classes['test']}>
      <Button
        variant="default"
        loading={test.isPending}
        disabled={why !== null}
        onClick={() => test.mutate()}
      >
        {t('app.test')}
      </Button>
      {why && <span className={classes['dim']}>{why}</span>}
      {test.isPending && (
        <span className={classes['dim']} role="status">
          {t('app.test-running')}
        </span>
      )}
      {test.isSuccess && (
        <Notice kind={test.data.ok ? 'done' : 'failed'}>
          {test.data.ok ? t('app.test-ok') : t(`app.test-faults.${test.data.fault ?? 'other'}`)}
        </Notice>
      )}
      {test.isError && <Notice kind="failed">{t(saveFailure(test.error))}</Notice>}
    </div>
  );
}
