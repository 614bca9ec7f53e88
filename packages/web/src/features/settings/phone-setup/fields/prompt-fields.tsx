import { call } from '#shared/api/call.ts';
import { FileField } from '#shared/ui/layout/file-field.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Button, Select, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { PHONE_SETUP_LIMITS, speakPrompt, SPEECH_LANGUAGES, type PhoneItemOf } from '@trunkline/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormOf, FieldsProps } from '../item-form.ts';
import { telephoneSound, AudioTooLongError } from '../telephone-sound.ts';
import { fromBase64, toBase64 } from '../wave-file.ts';

type Form = FormOf<'prompt'>;
type Props = FieldsProps<Form> & { item: PhoneItemOf<'prompt'> | undefined };

/** Thrown where no speech can be made; its message is the key of the sentence. */
class SilentAudioError extends Error {}

/** The audio of a prompt: spoken from a text, or uploaded. */
export function PromptFields({ form, item, problems, change }: Props) {
  const { t, i18n } = useTranslation('settings/phone-setup');
  const [file, setFile] = useState<File | null>(null);
  const names = new Intl.DisplayNames([i18n.language], { type: 'language' });
  const setAudio = (bytes: Uint8Array, more: Partial<typeof form>) =>
    change({ ...form, ...more, audio: toBase64(bytes) });
  const speak = useMutation({
    async mutationFn() {
      const { text, language } = form;
      const { data } = await call(speakPrompt, { body: { text, language } });
      if (data.audio === null) throw new SilentAudioError(data.fault ?? 'failed');
      setAudio(await telephoneSound(fromBase64(data.audio).buffer), {});
    },
    onSuccess: () => setFile(null),
  });
  const upload = useMutation({
    async mutationFn(chosen: File) {
      const bytes = await telephoneSound(await chosen.arrayBuffer());
      // An uploaded file replaces the spoken text.
      setAudio(bytes, { text: '', name: form.name || chosen.name.replace(/\.\w+$/, '') });
    },
    onSuccess: (_, chosen) => setFile(chosen),
  });
  return (
    <>
      <Textarea
        label={t('prompt.text')}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={PHONE_SETUP_LIMITS.speechText}
        value={form.text}
        onChange={(event) => change(withText(form, { text: event.currentTarget.value }, item))}
      />
      <Select
        label={t('prompt.language')}
        allowDeselect={false}
        searchable
        comboboxProps={{ withinPortal: false }}
        data={SPEECH_LANGUAGES.map((value) => ({ value, label: names.of(value) ?? value }))}
        value={form.language}
        onChange={(next) => {
          const language = SPEECH_LANGUAGES.find((one) => one === next) ?? form.language;
          change(withText(form, { language }, item));
        }}
      />
      <div>
        <Button
          variant="default"
          loading={speak.isPending}
          disabled={form.text.trim() === ''}
          onClick={() => speak.mutate()}
        >
          {t('prompt.speak')}
        </Button>
      </div>
      {speak.isError && (
        <Notice kind="failed">
          {t(`prompt.${speak.error instanceof SilentAudioError ? speak.error.message : 'failed'}`)}
        </Notice>
      )}
      <FileField
        file={file}
        accept="audio/*"
        words={{ drop: t('prompt.drop'), pick: t('prompt.pick'), other: t('prompt.other') }}
        hint={t('prompt.upload-hint', { count: PHONE_SETUP_LIMITS.promptSeconds })}
        onFile={(chosen) => chosen && upload.mutate(chosen)}
      />
      {upload.isError && (
        <Notice kind="failed">
          {t(upload.error instanceof AudioTooLongError ? 'prompt.too-long' : 'prompt.unreadable', {
            count: PHONE_SETUP_LIMITS.promptSeconds,
          })}
        </Notice>
      )}
      <Preview audio={form.audio} url={item?.url} />
      {problems.has('audio') && <Notice kind="failed">{t('prompt.nothing')}</Notice>}
    </>
  );
}

/** Changes text or language of a prompt. The audio of the old text is dropped, because it has to be spoken anew. */
function withText(form: Form, words: Partial<Pick<Form, 'text' | 'language'>>, item: Props['item']): Form {
  const { audio: _, ...next } = { ...form, ...words };
  const isAsBefore = item?.text === next.text && item.language === next.language;
  return isAsBefore ? next : { ...next, audio: '' };
}

/** Plays the prompt as callers hear it. */
function Preview({ audio, url }: { audio: string | undefined; url: string | undefined }) {
  const { t } = useTranslation('settings/phone-setup');
  const [made, setMade] = useState<string>();
  useEffect(() => {
    if (audio === undefined) return undefined;
    const own = URL.createObjectURL(new Blob([fromBase64(audio)], { type: 'audio/wav' }));
    setMade(own);
    return () => URL.revokeObjectURL(own);
  }, [audio]);
  const source = audio === undefined ? url : made;
  if (source === undefined || audio === '') return null;
  return (
    <div>
      <p>{t('prompt.preview')}</p>
      {/* Needs no captions, because the spoken text is in the field above. */}
      <audio controls src={source} aria-label={t('prompt.preview')} />
    </div>
  );
}
