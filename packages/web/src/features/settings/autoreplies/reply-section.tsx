import { useInsertAtCursor } from '#shared/lib/use-insert.ts';
import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { Button, Switch, Textarea } from '@mantine/core';
import {
  AUTO_REPLY_VARIABLES,
  fillAutoReply,
  LANGUAGES,
  LIMITS,
  type AutoReplies,
  type AutoReplyKind,
  type Language,
} from '@trunkline/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import settings from '../settings.module.css';
import own from './autoreplies.module.css';
import { sampleValues, unknownVariablesIn, type AutoReplyField } from './reply-form.ts';
import { BusyTimes, IdleTimes } from './reply-times.tsx';

type Patch = Partial<AutoReplies['busy'] & AutoReplies['idle']>;
type ReplySectionProps = {
  kind: AutoReplyKind;
  language: Language;
  replies: AutoReplies;
  problems: ReadonlySet<AutoReplyField>;
  department: string;
  onChange: (patch: Patch) => void;
};

/** One kind of reply: whether it is active, when it is sent, its text, and a preview. */
export function ReplySection(props: ReplySectionProps) {
  const { kind, replies, problems, onChange } = props;
  const { t } = useTranslation('settings/autoreplies');
  const { is_on: isOn } = replies[kind];
  return (
    <FormSection title={t(`kind.${kind}`)} hint={t(`hint.${kind}`)}>
      <div className={settings['fields']}>
        <Switch
          label={t('on')}
          aria-label={`${t(`kind.${kind}`)}: ${t('on')}`}
          checked={isOn}
          onChange={(event) => onChange({ is_on: event.currentTarget.checked })}
        />
        {isOn && (
          <>
            {kind === 'busy' && <BusyTimes busy={replies.busy} problems={problems} onChange={onChange} />}
            {kind === 'idle' && <IdleTimes idle={replies.idle} problems={problems} onChange={onChange} />}
            <ReplyText {...props} />
          </>
        )}
      </div>
    </FormSection>
  );
}

function ReplyText({ kind, language, replies, problems, department, onChange }: ReplySectionProps) {
  const { t } = useTranslation('settings/autoreplies');
  const { t: words } = useTranslation('settings');
  const id = useId();
  const [now] = useState(() => Date.now());
  const { text } = replies[kind];
  const value = text[language];
  const change = (next: string) => onChange({ text: { ...text, [language]: next } });
  const { field, insert } = useInsertAtCursor({ value, onChange: change });
  const unknown = unknownVariablesIn(replies, kind, language);
  const elsewhere = LANGUAGES.find((other) => other !== language && problems.has(`${kind}.text.${other}`));
  const unknownWords = t('unknown', { names: unknown.map((name) => `{{${name}}}`).join(', ') });
  const error = problems.has(`${kind}.text.${language}`)
    ? unknown.length > 0
      ? unknownWords
      : t('empty-text')
    : elsewhere && t('wrong-elsewhere', { language: words(`app.languages.${elsewhere}`) });
  const sample = sampleValues(replies, { kind, language }, { name: t('sample-name'), department, now });
  const preview = fillAutoReply(value, sample);
  return (
    <div className={own['text']}>
      <Textarea
        ref={field}
        label={t('text', { language: words(`app.languages.${language}`) })}
        lang={language}
        value={value}
        maxLength={LIMITS.autoReply}
        autosize
        minRows={2}
        maxRows={10}
        dir="auto"
        error={error}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <div className={own['variables']} role="group" aria-label={t('variables')}>
        {AUTO_REPLY_VARIABLES[kind].map((name) => (
          <Button key={name} size="compact-xs" variant="default" onClick={() => insert(`{{${name}}}`)}>
            {t(`variable.${name}`)}
          </Button>
        ))}
      </div>
      {unknown.length > 0 && error !== unknownWords && (
        <p className={own['warning']} role="status">
          {unknownWords}
        </p>
      )}
      <div role="group" aria-labelledby={id}>
        <h3 id={id} className={own['preview-title']}>
          {t('preview')}
        </h3>
        {preview ? (
          <p className={own['preview']} lang={language} dir="auto">
            {preview}
          </p>
        ) : (
          <p className={own['dim']}>{value.trim() === '' ? t('stands-in') : t('preview-nothing')}</p>
        )}
      </div>
    </div>
  );
}
