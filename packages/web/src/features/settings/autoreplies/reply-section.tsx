import { useInsert } from '#shared/lib/use-insert.ts';
import { FormSection } from '#shared/ui/form-section.tsx';
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
import own from './autoreplies.module.css';
import { sampleValues, unknownIn, type ReplyField } from './reply-form.ts';
import { BusyTimes, IdleTimes } from './reply-times.tsx';

type Patch = Partial<AutoReplies['busy'] & AutoReplies['idle']>;
type ReplySectionProps = {
  kind: AutoReplyKind;
  language: Language;
  replies: AutoReplies;
  problems: ReadonlySet<ReplyField>;
  department: string;
  onChange: (patch: Patch) => void;
};

/** One kind of reply: on or off, when, what it says, and how that reads. */
export function ReplySection(props: ReplySectionProps) {
  const { kind, replies, problems, onChange } = props;
  const { t } = useTranslation('autoreplies');
  const { is_on: isOn } = replies[kind];
  return (
    <FormSection title={t(`kind.${kind}`)} hint={t(`hint.${kind}`)}>
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
    </FormSection>
  );
}

function ReplyText({ kind, language, replies, problems, department, onChange }: ReplySectionProps) {
  const { t } = useTranslation('autoreplies');
  const { t: settings } = useTranslation('settings');
  const id = useId();
  const [now] = useState(() => Date.now());
  const { text } = replies[kind];
  const value = text[language];
  const change = (words: string) => onChange({ text: { ...text, [language]: words } });
  const { field, insert } = useInsert({ value, onChange: change });
  const unknown = unknownIn(replies, kind, language);
  const elsewhere = LANGUAGES.find((other) => other !== language && problems.has(`${kind}.text.${other}`));
  const error = problems.has(`${kind}.text.${language}`)
    ? unknown.length === 0 && t('empty-text')
    : elsewhere && t('wrong-elsewhere', { language: settings(`app.languages.${elsewhere}`) });
  const sample = sampleValues(replies, language, { name: t('sample-name'), department, now });
  const preview = fillAutoReply(value, sample);
  return (
    <div className={own['text']}>
      <Textarea
        ref={field}
        label={t('text', { language: settings(`app.languages.${language}`) })}
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
      {unknown.length > 0 && (
        <p className={own['warning']} role="status">
          {t('unknown', { names: unknown.map((name) => `{{${name}}}`).join(', ') })}
        </p>
      )}
      <section aria-labelledby={id}>
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
      </section>
    </div>
  );
}
