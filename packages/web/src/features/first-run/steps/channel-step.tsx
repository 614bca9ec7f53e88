import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { configQuery, referenceQuery } from '#shared/api/session.ts';
import { CopyButton } from '#shared/copy/copy.tsx';
import { useLanguage } from '#shared/lib/language.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Anchor, Button, Radio } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  createWidget,
  getReference,
  listWidgets,
  Media,
  type Language,
  type WidgetSettings,
} from '@trunkline/contract';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SetupFrame } from '../setup-frame.tsx';
import { useRefusal } from '../use-refusal.ts';
import classes from '../setup.module.css';
import { useStep } from './use-step.ts';

const OPTIONS = ['chat', 'mailbox', 'later'] as const;
type Option = (typeof OPTIONS)[number];

/** Default appearance of the first chat widget; it can be changed later on the page of widgets. */
const settingsIn = (language: Language): WidgetSettings => ({
  color: '#0b6a79',
  position: 'right',
  title: { en: 'How can we help?', id: 'Ada yang bisa kami bantu?' },
  greeting: {
    en: 'Write to us and we will get back to you.',
    id: 'Tulis pesan Anda dan kami akan membalas.',
  },
  default_language: language,
  calls: { voice: true, video: true },
  pre_chat: [
    { field: 'name', required: true },
    { field: 'email', required: false },
    { field: 'question', required: true },
  ],
  allowed_sites: [],
});

/** Sets up the first channel: a chat widget or a mailbox. */
export function ChannelStep() {
  const { t } = useTranslation('first-run');
  const refusal = useRefusal();
  const [option, setOption] = useState<Option>('chat');
  const step = useStep('colleagues', () => Promise.resolve());
  const next = (
    <Button size="md" loading={step.isSaving} onClick={() => step.submit()}>
      {t('continue')}
    </Button>
  );
  return (
    <SetupFrame title={t('channel.title')} intro={t('channel.intro')} step={4}>
      <div className={classes['form']}>
        {step.error && <Notice kind="failed">{refusal(step.error)}</Notice>}
        <Radio.Group
          aria-label={t('channel.title')}
          value={option}
          onChange={(value) => setOption(OPTIONS.find((each) => each === value) ?? 'chat')}
        >
          <div className={classes['options']}>
            {OPTIONS.map((each) => (
              <Radio
                key={each}
                value={each}
                autoFocus={each === option}
                label={t(`channel.${each}.label`)}
                description={t(`channel.${each}.hint`)}
              />
            ))}
          </div>
        </Radio.Group>
        {option === 'mailbox' && <MailboxChannel />}
        {option === 'chat' ? <ChatChannel next={next} /> : next}
      </div>
    </SetupFrame>
  );
}

/** Creates a chat widget with one click, and shows the line of HTML that embeds it; only then the wizard goes on. */
function ChatChannel({ next }: { next: ReactNode }) {
  const { t } = useTranslation('first-run');
  const language = useLanguage();
  const refusal = useRefusal();
  const widgets = useQuery({
    queryKey: ['widgets'],
    queryFn: ({ signal }) => call(listWidgets, { signal }).then((answer) => answer.data),
  });
  const create = useMutation({
    mutationFn: async () => {
      const { organisation } = await queryClient.ensureQueryData(configQuery);
      const { data } = await call(getReference);
      const body = {
        name: organisation,
        department_id: data.departments[0]?.id ?? 0,
        settings: settingsIn(language),
      };
      await call(createWidget, { body });
      await widgets.refetch();
    },
  });
  if (widgets.isError) return <ErrorState error={widgets.error} onRetry={() => void widgets.refetch()} />;
  if (!widgets.data) return <Skeletons rows={2} />;
  const [widget] = widgets.data;
  if (!widget)
    return (
      <>
        {create.error && <Notice kind="failed">{refusal(create.error)}</Notice>}
        <Button size="md" loading={create.isPending} onClick={() => create.mutate()}>
          {t('channel.chat.create')}
        </Button>
      </>
    );
  const { origin } = globalThis.location;
  return (
    <>
      <Snippet
        text={`<script async src="${origin}/widget/loader.js" data-widget="${widget.key}"></script>`}
      />
      {next}
    </>
  );
}

/** The button that was pressed to create the chat is gone. */
const focusIfLost = (node: HTMLElement | null): void => {
  if (document.activeElement === document.body) node?.focus();
};

function Snippet({ text }: { text: string }) {
  const { t } = useTranslation('first-run');
  return (
    <>
      <p className={classes['dim']}>{t('channel.chat.install')}</p>
      <pre
        ref={focusIfLost}
        className={classes['snippet']}
        tabIndex={0}
        aria-label={t('channel.chat.snippet')}
      >
        {text}
      </pre>
      <CopyButton text={text}>{t('channel.chat.copy')}</CopyButton>
    </>
  );
}

/** Links to the mailbox form, which is a page of its own, and shows the connected mailbox afterwards. */
function MailboxChannel() {
  const { t } = useTranslation('first-run');
  const reference = useQuery({ ...referenceQuery, staleTime: 0, refetchOnWindowFocus: 'always' });
  const mailbox = reference.data?.channel_accounts.find(({ media_id: media }) => media === Media.email);
  return (
    <>
      {mailbox && <Notice kind="done">{t('channel.mailbox.connected', { name: mailbox.name })}</Notice>}
      <Anchor href="/configurasi/config" target="_blank">
        {t('channel.mailbox.open')}
      </Anchor>
    </>
  );
}
