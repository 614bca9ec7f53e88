import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { PasswordInput, Switch, TextInput } from '@mantine/core';
import { LIMITS, type PhoneGateway, type Reference } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { DepartmentSelect } from '../department-select.tsx';
import { WholeNumber } from '../whole-number.tsx';
import classes from '../settings.module.css';
import { usesStoredSecret, withTls, type GatewayField, type GatewayForm } from './gateway-form.ts';

type Props = {
  form: GatewayForm;
  problems: ReadonlySet<GatewayField>;
  change: (form: GatewayForm) => void;
};

/** Name, department, whether the gateway is active, and after-call work. */
export function LineSection({
  form,
  problems,
  change,
  departments,
}: Props & { departments: Reference['departments'] }) {
  const { t } = useTranslation('settings/telephony');
  const required = t('required');
  return (
    <FormSection title={t('line')}>
      <div className={classes['fields']}>
        <TextInput
          label={t('name')}
          value={form.name}
          maxLength={LIMITS.name}
          error={problems.has('name') && required}
          onChange={(event) => change({ ...form, name: event.currentTarget.value })}
        />
        <DepartmentSelect
          label={t('department')}
          description={t('department-hint')}
          value={form.department_id}
          departments={departments}
          onChange={(department_id) => change({ ...form, department_id })}
        />
        <WholeNumber
          label={t('after-call')}
          description={t('after-call-hint')}
          value={form.after_call_seconds ?? Number.NaN}
          error={problems.has('after_call_seconds') && t('after-call-bad')}
          onChange={(seconds) =>
            change({ ...form, after_call_seconds: Number.isNaN(seconds) ? null : seconds })
          }
        />
        <Switch
          label={t('is-active')}
          checked={form.is_active}
          onChange={(event) => change({ ...form, is_active: event.currentTarget.checked })}
        />
      </div>
    </FormSection>
  );
}

/** Address of the manager interface, and the sign-in to it. */
export function ManagerSection({
  form,
  problems,
  change,
  gateway,
}: Props & { gateway: PhoneGateway | undefined }) {
  const { t } = useTranslation('settings/telephony');
  const required = t('required');
  return (
    <FormSection title={t('reach')} hint={t('reach-hint')}>
      <div className={classes['fields']}>
        <TextInput
          label={t('host')}
          value={form.host}
          maxLength={LIMITS.identity}
          spellCheck={false}
          placeholder="pbx.example.com"
          error={problems.has('host') && required}
          onChange={(event) => change({ ...form, host: event.currentTarget.value })}
        />
        <WholeNumber
          label={t('port')}
          value={form.port}
          error={problems.has('port') && t('port-bad')}
          onChange={(port) => change({ ...form, port })}
        />
        <Switch
          label={t('tls')}
          description={t('tls-hint')}
          checked={form.is_tls}
          onChange={(event) => change(withTls(form, event.currentTarget.checked))}
        />
        <TextInput
          label={t('username')}
          value={form.username}
          maxLength={LIMITS.identity}
          autoComplete="off"
          spellCheck={false}
          error={problems.has('username') && required}
          onChange={(event) => change({ ...form, username: event.currentTarget.value })}
        />
        <PasswordInput
          label={t('secret')}
          description={usesStoredSecret(form, gateway) ? t('secret-kept') : t('secret-hint')}
          value={form.secret}
          autoComplete="new-password"
          error={problems.has('secret') && required}
          visibilityToggleButtonProps={{ 'aria-label': t('secret-show') }}
          onChange={(event) => change({ ...form, secret: event.currentTarget.value })}
        />
      </div>
    </FormSection>
  );
}

/** Settings for phones in browsers: the gateway's WebSocket address, and how their audio is sent. */
export function BrowserSection({ form, problems, change }: Props) {
  const { t } = useTranslation('settings/telephony');
  return (
    <FormSection title={t('browser')} hint={t('browser-hint')}>
      <div className={classes['fields']}>
        <TextInput
          label={t('ws-url')}
          description={t('ws-url-hint')}
          value={form.ws_url}
          maxLength={LIMITS.url}
          spellCheck={false}
          placeholder="wss://pbx.example.com:8089/ws"
          error={problems.has('ws_url') && t('ws-url-bad')}
          onChange={(event) => change({ ...form, ws_url: event.currentTarget.value })}
        />
        <TextInput
          label={t('media-address')}
          description={t('media-address-hint')}
          value={form.media_address}
          maxLength={LIMITS.identity}
          spellCheck={false}
          error={problems.has('media_address') && t('media-address-bad')}
          onChange={(event) => change({ ...form, media_address: event.currentTarget.value })}
        />
      </div>
    </FormSection>
  );
}

/** The address from which the gateway downloads prompts. */
export function PromptDownloadSection({ form, problems, change }: Props) {
  const { t } = useTranslation('settings/telephony');
  return (
    <FormSection title={t('fetch')} hint={t('fetch-hint')}>
      <div className={classes['fields']}>
        <TextInput
          label={t('server-url')}
          description={t('server-url-hint')}
          value={form.server_url}
          maxLength={200}
          spellCheck={false}
          placeholder={location.origin}
          error={problems.has('server_url') && t('server-url-bad')}
          onChange={(event) => change({ ...form, server_url: event.currentTarget.value })}
        />
      </div>
    </FormSection>
  );
}
