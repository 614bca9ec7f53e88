import { useLanguage } from '#shared/lib/language.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Widget } from './widget-form.ts';
import classes from './widgets.module.css';

/** The chat itself, opened as on a customer's site. This page answers it in place of the widget's loader. */
export function WidgetPreview({ widget }: { widget: Widget }) {
  const { t } = useTranslation('settings');
  const language = useLanguage();
  const frame = useRef<HTMLIFrameElement>(null);

  useEffect(() => {
    function handleMessage(event: MessageEvent<{ trunkline?: unknown } | null>): void {
      const chat = frame.current?.contentWindow;
      if (!chat || event.source !== chat || event.data?.trunkline !== 'ready') return;
      const { origin } = globalThis.location;
      chat.postMessage({ trunkline: 'page', url: origin, title: document.title }, origin);
      chat.postMessage({ trunkline: 'open', is_open: true, takes_focus: false }, origin);
    }
    globalThis.addEventListener('message', handleMessage);
    return () => globalThis.removeEventListener('message', handleMessage);
  }, []);

  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, which needs its scripts and its storage
    <iframe
      ref={frame}
      // A new key when it is saved: the chat reads its settings only once.
      key={`${widget.updated_at} ${language}`}
      src={`/widget/${widget.key}/frame?language=${language}`}
      title={t('chat.preview-label')}
      className={classes['frame']}
    />
  );
}
