import { useLanguage } from '#shared/lib/language.ts';
import type { WebForm } from '@trunkline/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CopiedLine } from '../copied-line.tsx';
import classes from '../widgets.module.css';
import { formLink, formSnippet } from './form-values.ts';

/** A preview of the form, the line of HTML that embeds it, and its own address. */
export function FormSide({ form }: { form: WebForm }) {
  const { t } = useTranslation('settings');
  const { origin } = globalThis.location;
  return (
    <div className={classes['side']}>
      <div className={classes['preview']} role="group" aria-labelledby="preview-title">
        <h2 id="preview-title">{t('chat.preview')}</h2>
        <p className={classes['dim']}>{t(form.is_active ? 'chat.preview-unsaved' : 'form.preview-off')}</p>
        {form.is_active && <FormPreview form={form} />}
      </div>
      <CopiedLine
        title={t('chat.install')}
        hint={t('form.install-hint')}
        text={formSnippet(origin, form.key)}
        copy={t('chat.copy')}
      />
      <CopiedLine
        title={t('form.link')}
        hint={t('form.link-hint')}
        text={formLink(origin, form.key)}
        copy={t('form.copy-link')}
      />
    </div>
  );
}

/** The real form in a frame. This page answers its messages as the script on a customer's site would. */
function FormPreview({ form }: { form: WebForm }) {
  const { t } = useTranslation('settings');
  const language = useLanguage();
  const frame = useRef<HTMLIFrameElement>(null);

  useEffect(() => {
    function handleMessage(event: MessageEvent<{ trunkline?: unknown } | null>): void {
      const shown = frame.current?.contentWindow;
      if (!shown || event.source !== shown || event.data?.trunkline !== 'ready') return;
      const { origin } = globalThis.location;
      shown.postMessage({ trunkline: 'page', url: origin }, origin);
    }
    globalThis.addEventListener('message', handleMessage);
    return () => globalThis.removeEventListener('message', handleMessage);
  }, []);

  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, which needs its scripts
    <iframe
      ref={frame}
      // A new key after each save loads the frame again, because the form reads its settings only once.
      key={`${form.updated_at} ${language}`}
      src={`/widget/${form.key}/form?language=${language}`}
      title={t('form.preview-label')}
      className={classes['frame']}
    />
  );
}
