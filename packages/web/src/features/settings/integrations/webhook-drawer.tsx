import { useLineError } from '#shared/forms/use-line-error.ts';
import { ApiError, call } from '#shared/api/call.ts';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  createWebhook,
  LIMITS,
  updateWebhook,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookEvent,
  onOneLine,
} from '@trunkline/contract';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import settings from '../settings.module.css';
import { webhooksChanged, type WebhookForm } from './api.ts';
import classes from './integrations.module.css';
import { SecretShown } from './secret-shown.tsx';

type Props = {
  /** Undefined for a new webhook. */
  webhook: Webhook | undefined;
  onClose: () => void;
  onMade?: (id: number) => void;
};

const EMPTY: WebhookForm = { name: '', url: '', events: ['ticket.created', 'ticket.changed'] };
const formOf = ({ name, url, events }: Webhook): WebhookForm => ({ name, url, events });

/** The form of a webhook: address and events. After creation it shows the secret once. */
export function WebhookDrawer({ webhook, onClose, onMade }: Props) {
  const { t } = useTranslation('settings/integrations');
  const lineError = useLineError();
  const formId = useId();
  const [form, setForm] = useState<WebhookForm>(webhook ? formOf(webhook) : EMPTY);
  const [made, setMade] = useState<{ id: number; secret: string } | null>(null);
  const save = useMutation({
    async mutationFn() {
      if (webhook) await call(updateWebhook, { params: { id: webhook.id }, body: form });
      else {
        const { data, secret } = await call(createWebhook, { body: form });
        setMade({ id: data.id, secret });
      }
    },
    async onSuccess() {
      await webhooksChanged();
      if (!webhook) return;
      toast(t('saved'));
      onClose();
    },
  });
  const isPossible = onOneLine(form.name) !== '' && form.url.trim() !== '' && form.events.length > 0;
  const isRefused = save.error instanceof ApiError && save.error.code === 'invalid';

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (isPossible) save.mutate();
  }

  if (made) {
    const leave = () => {
      onClose();
      onMade?.(made.id);
    };
    return (
      <Drawer opened onClose={leave} title={form.name} footer={<Button onClick={leave}>{t('done')}</Button>}>
        <div className={settings['fields']}>
          <SecretShown label={t('hooks.secret')} hint={t('hooks.once')} value={made.secret} />
        </div>
      </Drawer>
    );
  }
  return (
    <Drawer
      opened
      onClose={onClose}
      title={webhook ? webhook.name : t('hooks.new')}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} loading={save.isPending} disabled={!isPossible}>
            {t(webhook ? 'save' : 'hooks.create')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={handleSubmit} className={settings['fields']} noValidate>
        {save.isError && !isRefused && <Notice kind="failed">{t('failed')}</Notice>}
        <TextInput
          label={t('name')}
          value={form.name}
          error={lineError(form.name)}
          maxLength={LIMITS.name}
          data-autofocus
          onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
        />
        <TextInput
          label={t('hooks.url')}
          description={t('hooks.url-hint')}
          value={form.url}
          maxLength={LIMITS.url}
          spellCheck={false}
          placeholder="https://crm.example.com/trunkline"
          error={isRefused && t('hooks.url-bad')}
          onChange={(event) => setForm({ ...form, url: event.currentTarget.value })}
        />
        <Events events={form.events} onChange={(events) => setForm({ ...form, events })} />
      </form>
    </Drawer>
  );
}

function Events({
  events,
  onChange,
}: {
  events: readonly WebhookEvent[];
  onChange: (events: WebhookEvent[]) => void;
}) {
  const { t } = useTranslation('settings/integrations');
  return (
    <div role="group" aria-label={t('hooks.events')}>
      <p className={settings['label']}>{t('hooks.events')}</p>
      <div className={classes['events']}>
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox
            key={event}
            label={t(`event.${event.replace('.', '-')}`)}
            description={event}
            checked={events.includes(event)}
            onChange={() =>
              onChange(WEBHOOK_EVENTS.filter((one) => (one === event) !== events.includes(one)))
            }
          />
        ))}
      </div>
    </div>
  );
}
