import { fileSize } from '#shared/lib/format.ts';
import { FileField } from '#shared/ui/layout/file-field.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Select, TextInput } from '@mantine/core';
import { NEW_TEMPLATE_LIMITS, TEMPLATE_FILE_KINDS, TEMPLATE_FILES } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUploadExample } from './api.ts';
import classes from './provider-templates.module.css';
import type { NewTemplateState } from './use-new-template.ts';
import { useProblem } from './use-problem.ts';

type Props = { state: NewTemplateState };

/** The header of a template: a text, or a photo, video or document, of which WhatsApp needs an example. */
export function HeaderFields({ state }: Props) {
  const { t } = useTranslation('lists/provider-templates');
  const problem = useProblem(state);
  const { form, set } = state;
  return (
    <>
      <Select
        label={t('field.above')}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        data={['text', ...TEMPLATE_FILE_KINDS].map((value) => ({ value, label: t(`above.${value}`) }))}
        value={form.header_file?.kind ?? 'text'}
        onChange={(value) => {
          const kind = TEMPLATE_FILE_KINDS.find((one) => one === value);
          set({ header: '', header_file: kind ? { kind, file: null } : null });
        }}
      />
      {form.header_file ? (
        <ExampleFile key={form.header_file.kind} state={state} kind={form.header_file.kind} />
      ) : (
        <TextInput
          label={t('field.header')}
          error={problem('header')}
          value={form.header}
          maxLength={NEW_TEMPLATE_LIMITS.header}
          dir="auto"
          onChange={(event) => set({ header: event.currentTarget.value })}
        />
      )}
    </>
  );
}

/** The example file; it is uploaded to our server as soon as it is chosen, and sent to WhatsApp with the template. */
function ExampleFile({ state, kind }: Props & { kind: keyof typeof TEMPLATE_FILES }) {
  const { t } = useTranslation('lists/provider-templates');
  const problem = useProblem(state);
  const store = useUploadExample();
  const [chosen, setChosen] = useState<File | null>(null);
  const { mimes, bytes } = TEMPLATE_FILES[kind];
  const stored = state.form.header_file?.file ?? null;
  const wrong = problem('header_file');

  function chooseFile(file: File | undefined): void {
    if (!file) return;
    setChosen(file);
    state.set({ header_file: { kind, file: null } });
    store.mutate(file, { onSuccess: (ref) => state.set({ header_file: { kind, file: ref } }) });
  }

  return (
    <div className={classes['part']} role="group" aria-label={t(`above.${kind}`)}>
      <FileField
        file={chosen}
        accept={mimes.join(',')}
        words={{ drop: t(`file.drop.${kind}`), pick: t('file.pick'), other: t('file.other') }}
        hint={t(`file.hint.${kind}`, { max: fileSize(bytes) })}
        onFile={chooseFile}
      />
      <p className={classes['dim']} role="status">
        {store.isPending ? t('file.storing') : stored && t('file.stored', { name: stored.name })}
      </p>
      {store.isError && <Notice kind="failed">{t('file.failed')}</Notice>}
      {wrong && !store.isPending && <Notice kind="failed">{wrong}</Notice>}
    </div>
  );
}
