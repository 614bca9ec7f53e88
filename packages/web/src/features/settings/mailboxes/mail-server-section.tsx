import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { PasswordInput, SegmentedControl, Switch, Textarea, TextInput } from '@mantine/core';
import { LIMITS, MAIL_SECURITY, type Mailbox } from '@trunkline/contract';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { WholeNumber } from '../whole-number.tsx';
import {
  usesStoredSecret,
  withSecurity,
  type ServerForm,
  type ServerProtocol,
  type MailSignIn,
} from './mailbox-form.ts';
import type { MailboxSectionProps } from './mailbox-sections.tsx';
import classes from '../settings.module.css';

const KINDS: readonly MailSignIn[] = ['password', 'oauth2', 'none'];

type Props = MailboxSectionProps & { side: ServerProtocol; mailbox: Mailbox | undefined };
type PartProps = Pick<Props, 'side' | 'problems'> & {
  server: ServerForm;
  isStored: boolean;
  set: (patch: Partial<ServerForm>) => void;
};

/** Settings of the incoming or outgoing mail server, with the sign-in. */
export function MailServerSection({ form, problems, change, side, mailbox }: Props) {
  const { t } = useTranslation('settings');
  const server = form[side];
  const set = (patch: Partial<ServerForm>) => change({ [side]: { ...server, ...patch } });
  const part = { side, problems, server, set, isStored: usesStoredSecret(server, mailbox?.[side]) };
  return (
    <FormSection title={t(`mailbox.${side}`)} hint={t(`mailbox.${side}-hint`)}>
      <div className={classes['fields']}>
        <div className={classes['pair']}>
          <TextInput
            label={t('mailbox.host')}
            value={server.host}
            maxLength={LIMITS.identity}
            placeholder={`${side}.example.com`}
            spellCheck={false}
            error={problems.has(`${side}.host`) && t('required')}
            onChange={(event) => set({ host: event.currentTarget.value })}
          />
          <WholeNumber
            label={t('mailbox.port')}
            value={server.port}
            error={problems.has(`${side}.port`) && t('mailbox.port-bad')}
            onChange={(port) => set({ port })}
            isWide
          />
        </div>
        <Choice label={t('mailbox.security')}>
          <SegmentedControl
            value={server.security}
            data={MAIL_SECURITY.map((value) => ({ value, label: t(`mailbox.securities.${value}`) }))}
            onChange={(security) => set(withSecurity(server, side, security))}
          />
        </Choice>
        {server.security === 'none' && (
          <p className={classes['warning']} role="status">
            {t('mailbox.unsafe')}
          </p>
        )}
        {side === 'smtp' && (
          <button type="button" className={classes['link']} onClick={() => set(signInOf(form.imap))}>
            {t('mailbox.same')}
          </button>
        )}
        <Choice label={t('mailbox.sign-in')}>
          <SegmentedControl
            value={server.kind}
            data={KINDS.map((value) => ({ value, label: t(`mailbox.kinds.${value}`) }))}
            onChange={(kind) => set({ kind })}
          />
        </Choice>
        {server.kind !== 'none' && (
          <TextInput
            label={t('mailbox.user')}
            value={server.user}
            maxLength={LIMITS.identity}
            autoComplete="off"
            spellCheck={false}
            error={problems.has(`${side}.user`) && t('required')}
            onChange={(event) => set({ user: event.currentTarget.value })}
          />
        )}
        {server.kind === 'password' && <Secret {...part} field="password" label={t('mailbox.password')} />}
        {server.kind === 'oauth2' && <Oauth {...part} />}
        {side === 'imap' && <Folders {...{ form, problems, change }} />}
      </div>
    </FormSection>
  );
}

const signInOf = ({ kind, user, password, ...server }: ServerForm): Partial<ServerForm> => ({
  kind,
  user,
  password,
  client_id: server.client_id,
  client_secret: server.client_secret,
  refresh_token: server.refresh_token,
  token_url: server.token_url,
});

function Choice({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <div id={id} className={classes['label']}>
        {label}
      </div>
      {children}
    </div>
  );
}

type SecretField = 'password' | 'client_secret' | 'refresh_token';

function Secret({
  side,
  problems,
  server,
  set,
  isStored,
  field,
  label,
}: PartProps & { field: SecretField; label: string }) {
  const { t } = useTranslation('settings');
  return (
    <PasswordInput
      label={label}
      description={t(isStored ? 'mailbox.kept' : 'mailbox.needed')}
      value={server[field]}
      maxLength={LIMITS.mailSecret}
      autoComplete="new-password"
      error={problems.has(`${side}.secret`) && server[field] === '' && t('required')}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  );
}

function Oauth(part: PartProps) {
  const { t } = useTranslation('settings');
  const { side, problems, server, set } = part;
  return (
    <>
      <TextInput
        label={t('mailbox.client-id')}
        value={server.client_id}
        maxLength={LIMITS.url}
        spellCheck={false}
        error={problems.has(`${side}.client_id`) && t('required')}
        onChange={(event) => set({ client_id: event.currentTarget.value })}
      />
      <Secret {...part} field="client_secret" label={t('mailbox.client-secret')} />
      <Secret {...part} field="refresh_token" label={t('mailbox.refresh-token')} />
      <TextInput
        label={t('mailbox.token-url')}
        value={server.token_url}
        maxLength={LIMITS.url}
        spellCheck={false}
        placeholder="https://login.example.com/oauth2/token"
        error={problems.has(`${side}.token_url`) && t('mailbox.token-url-bad')}
        onChange={(event) => set({ token_url: event.currentTarget.value })}
      />
    </>
  );
}

function Folders({ form, problems, change }: MailboxSectionProps) {
  const { t } = useTranslation('settings');
  return (
    <>
      <Textarea
        label={t('mailbox.folders')}
        description={t('mailbox.folders-hint')}
        value={form.folders}
        autosize
        minRows={1}
        error={problems.has('folders') && t('required')}
        onChange={(event) => change({ folders: event.currentTarget.value })}
      />
      <Switch
        label={t('mailbox.existing')}
        description={t('mailbox.existing-hint')}
        checked={form.takes_existing}
        onChange={(event) => change({ takes_existing: event.currentTarget.checked })}
      />
    </>
  );
}
