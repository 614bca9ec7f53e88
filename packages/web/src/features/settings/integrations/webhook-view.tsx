import { call } from '#shared/api/call.ts';
import { ChangesSection } from '#shared/audit/subject-changes.tsx';
import { minuteTime, relativeTime } from '#shared/lib/format.ts';
import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  removeWebhook,
  renewWebhookSecret,
  restoreWebhook,
  resumeWebhook,
  testWebhook,
  updateWebhook,
  type Webhook,
} from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import settings from '../settings.module.css';
import { webhooksChanged } from './api.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { Outcome } from './delivery-outcome.tsx';
import classes from './integrations.module.css';
import { SecretShown } from './secret-shown.tsx';
import { WebhookDrawer } from './webhook-drawer.tsx';

type Props = { webhook: Webhook; canEdit: boolean; onLeave: () => void };

/** One webhook: its state, a test, and its deliveries. */
export function WebhookView({ webhook, canEdit, onLeave }: Props) {
  const { t } = useTranslation('settings/integrations');
  const [isEditing, setEditing] = useState(false);
  return (
    <div className={settings['sections']}>
      <div className={classes['warning']}>
        <State webhook={webhook} canEdit={canEdit} />
      </div>
      <FormSection title={t('hooks.about')} hint={t('hooks.about-hint')}>
        <div className={settings['fields']}>
          <dl className={classes['facts']}>
            <dt>{t('hooks.url')}</dt>
            <dd>{webhook.url}</dd>
            <dt>{t('hooks.events')}</dt>
            <dd>{webhook.events.map((event) => t(`event.${event.replace('.', '-')}`)).join(', ')}</dd>
            <dt>{t('hooks.last')}</dt>
            <dd>
              {webhook.last_delivered_at === null
                ? t('hooks.never')
                : relativeTime(webhook.last_delivered_at)}
            </dd>
          </dl>
          {canEdit && <Actions webhook={webhook} onEdit={() => setEditing(true)} onLeave={onLeave} />}
        </div>
      </FormSection>
      {canEdit && <Test id={webhook.id} />}
      {canEdit && <Secret id={webhook.id} />}
      <DeliveryLog id={webhook.id} canEdit={canEdit} />
      <ChangesSection about="webhook" subject={`webhook ${webhook.id}`} />
      {isEditing && <WebhookDrawer webhook={webhook} onClose={() => setEditing(false)} />}
    </div>
  );
}

/** The problem of a webhook, and what to do about it. */
function State({ webhook: { id, state, failing_since: since, waiting }, canEdit }: Omit<Props, 'onLeave'>) {
  const { t } = useTranslation('settings/integrations');
  const resume = useMutation({
    mutationFn: () => call(resumeWebhook, { params: { id } }),
    onSuccess: () => webhooksChanged(),
    onError: () => toast(t('failed'), { kind: 'failed' }),
  });
  if (state !== 'failing' && state !== 'paused') return null;
  return (
    <Notice
      kind={state === 'paused' ? 'failed' : 'warning'}
      actions={
        canEdit && (
          <Button size="xs" variant="default" loading={resume.isPending} onClick={() => resume.mutate()}>
            {t(state === 'paused' ? 'hooks.resume' : 'hooks.try-now')}
          </Button>
        )
      }
    >
      {t(`hooks.${state}`, { when: since === null ? '' : minuteTime(since), count: waiting })}
    </Notice>
  );
}

function Actions({
  webhook: { id, name, is_active: isActive },
  onEdit,
  onLeave,
}: {
  webhook: Webhook;
  onEdit: () => void;
  onLeave: () => void;
}) {
  const { t } = useTranslation('settings/integrations');
  const onError = () => toast(t('failed'), { kind: 'failed' });
  const turn = useMutation({
    mutationFn: () => call(updateWebhook, { params: { id }, body: { is_active: !isActive } }),
    onSuccess: () => webhooksChanged(),
    onError,
  });
  const remove = useMutation({
    mutationFn: () => call(removeWebhook, { params: { id } }),
    onSuccess() {
      const undo = () =>
        call(restoreWebhook, { params: { id } }).then(
          () => {
            toast(t('undone'));
            return webhooksChanged();
          },
          () => toast(t('not-undone'), { kind: 'failed' }),
        );
      toast(t('hooks.removed', { name }), { action: { label: t('undo'), run: () => void undo() } });
      onLeave();
      return webhooksChanged();
    },
    onError,
  });
  return (
    <div className={classes['buttons']}>
      <Button variant="default" size="xs" onClick={onEdit}>
        {t('edit')}
      </Button>
      <Button variant="default" size="xs" loading={turn.isPending} onClick={() => turn.mutate()}>
        {t(isActive ? 'hooks.turn-off' : 'hooks.turn-on')}
      </Button>
      <Button variant="default" size="xs" loading={remove.isPending} onClick={() => remove.mutate()}>
        {t('remove')}
      </Button>
    </div>
  );
}

/** Tests the webhook by a real delivery. */
function Test({ id }: { id: number }) {
  const { t } = useTranslation('settings/integrations');
  const test = useMutation({
    mutationFn: () => call(testWebhook, { params: { id } }).then((answer) => answer.data),
    onSuccess: () => webhooksChanged(),
  });
  return (
    <FormSection title={t('hooks.test')} hint={t('hooks.test-hint')}>
      <div className={settings['test']}>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {t('hooks.test-go')}
        </Button>
        {test.isSuccess && (
          <Notice kind={test.data.state === 'delivered' ? 'done' : 'failed'}>
            <Outcome delivery={test.data} />
          </Notice>
        )}
        {test.isError && <Notice kind="failed">{t('failed')}</Notice>}
      </div>
    </FormSection>
  );
}

function Secret({ id }: { id: number }) {
  const { t } = useTranslation('settings/integrations');
  const renew = useMutation({
    mutationFn: () => call(renewWebhookSecret, { params: { id } }).then(({ secret }) => secret),
  });
  return (
    <FormSection title={t('hooks.secret')} hint={t('hooks.secret-hint')}>
      <div className={settings['fields']}>
        {renew.isSuccess ? (
          <SecretShown label={t('hooks.secret')} hint={t('hooks.once')} value={renew.data} />
        ) : (
          <Button
            className={settings['off'] ?? ''}
            variant="default"
            loading={renew.isPending}
            onClick={() => renew.mutate()}
          >
            {t('hooks.renew')}
          </Button>
        )}
        {renew.isError && <Notice kind="failed">{t('failed')}</Notice>}
      </div>
    </FormSection>
  );
}
