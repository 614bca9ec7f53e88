import { Button, Select, TextInput } from '@mantine/core';
import { TEMPLATE_VALUE_MAX } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useLanguageNames } from '#shared/messaging/language-names.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { TemplateFoot, TemplateHead } from '#shared/messaging/template-parts.tsx';
import { isInLanguage } from './template-language.ts';
import { TemplateFile } from './template-file.tsx';
import { useTemplateForm, type TemplateForm } from './use-template-form.ts';
import classes from './window.module.css';

/** Selects a template, asks for its values, shows a preview, and sends it. */
export default function TemplateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('tickets/answer-window');
  const form = useTemplateForm(onClose);
  const { templates, isError } = form;
  return (
    <Dialog title={t('title')} onClose={onClose} width={520}>
      {isError && <Notice kind="failed">{t('failed')}</Notice>}
      {!templates && !isError && <Skeletons rows={3} height={36} />}
      {templates?.length === 0 && <Notice kind="info">{t('none')}</Notice>}
      {templates && templates.length > 0 && (
        <form
          className={classes['form']}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            form.submit();
          }}
        >
          <Choice form={form} />
          <Values form={form} />
          <Preview form={form} />
          <div className={classes['buttons']}>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" disabled={!form.chosen || form.uploads.isBusy}>
              {t('send')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function Choice({ form }: { form: TemplateForm }) {
  const { t } = useTranslation('tickets/answer-window');
  const nameOf = useLanguageNames();
  const { templates = [], chosen, chooseName, choose, named, customerLanguage } = form;
  const others = chosen ? named(chosen.name) : [];
  const isOther = chosen !== undefined && !isInLanguage(chosen, customerLanguage);
  return (
    <>
      <Select
        label={t('template')}
        placeholder={t('templatePlaceholder')}
        searchable
        data-autofocus
        value={chosen?.name ?? null}
        data={[...new Set(templates.map(({ name }) => name))]}
        onChange={chooseName}
      />
      {others.length > 1 && (
        <Select
          label={t('language')}
          value={chosen?.language ?? null}
          allowDeselect={false}
          data={others.map(({ language }) => ({ value: language, label: nameOf(language) }))}
          onChange={(language) => choose(others.find((one) => one.language === language))}
        />
      )}
      {isOther && others.every((one) => !isInLanguage(one, customerLanguage)) && (
        <p className={classes['hint']} role="status">
          {t('otherLanguage', { wanted: nameOf(customerLanguage), given: nameOf(chosen.language) })}
        </p>
      )}
    </>
  );
}

function Values({ form }: { form: TemplateForm }) {
  const { t } = useTranslation('tickets/answer-window');
  const { slots, values, problems, wasAsked, set } = form;
  /** Missing values are shown after an attempt to send, invalid ones immediately. */
  const problemOf = (key: string) => {
    const problem = problems.get(key);
    return problem && (wasAsked || problem !== 'missing') ? t(problem) : undefined;
  };
  return (
    <>
      <TemplateFile form={form} />
      {slots.map(({ key, part, name }) => (
        <TextInput
          key={key}
          label={t(`slot.${part}`, { name })}
          value={values[key] ?? ''}
          maxLength={TEMPLATE_VALUE_MAX}
          error={problemOf(key)}
          onChange={(event) => set(key, event.currentTarget.value)}
        />
      ))}
    </>
  );
}

function Preview({ form: { shown, file } }: { form: TemplateForm }) {
  const { t } = useTranslation('tickets/answer-window');
  if (!shown) return null;
  return (
    <section className={classes['preview']} aria-label={t('preview')}>
      <span className={classes['hint']}>{t('preview')}</span>
      {file && <bdi>{file.name}</bdi>}
      <TemplateHead header={shown.header} />
      <p dir="auto">{shown.body}</p>
      <TemplateFoot footer={shown.footer} buttons={shown.buttons} />
    </section>
  );
}
